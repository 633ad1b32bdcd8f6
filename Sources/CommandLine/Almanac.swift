import ArgumentParser
@main struct Almanac: ParsableCommand { func run() {} }
