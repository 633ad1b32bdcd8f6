// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "embedding",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "almanac", path: "../..")],
  targets: [
    .executableTarget(
      name: "Embedding",
      dependencies: [.product(name: "Almanac", package: "almanac")])
  ],
  swiftLanguageModes: [.v6]
)
