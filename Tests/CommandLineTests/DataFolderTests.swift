import Foundation
import Testing

@testable import AlmanacCommandLine

@Suite struct `The folder of a person's data` {
  #if os(Linux)
    @Test(arguments: [
      (["HOME": "/home/ann"], "/home/ann/.local/share/almanac"),
      (["HOME": "/home/ann", "XDG_DATA_HOME": "/data"], "/data/almanac"),
      (["HOME": "/home/ann", "XDG_DATA_HOME": ""], "/home/ann/.local/share/almanac"),
      (["HOME": "/home/ann", "XDG_DATA_HOME": "data"], "/home/ann/.local/share/almanac"),
      (["XDG_DATA_HOME": "/data/"], "/data/almanac"),
    ])
    func `is where the person says`(_ environment: [String: String], _ path: String) {
      #expect(DataFolder.usual(environment).path == path)
    }
  #endif

  @Test(arguments: [[:], ["HOME": ""], ["HOME": "relative"]])
  func `is in the home that the machine knows where none is said`(_ environment: [String: String]) {
    let home = URL.homeDirectory.path
    #expect(DataFolder.usual(environment).path.hasPrefix(home == "/" ? "/" : home + "/"))
  }
}
