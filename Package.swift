// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .treatAllWarnings(as: .error),
]

/// A module in `Sources/<folder>`, called `Almanac<folder>` so that a stranger can embed it.
func module(
  _ folder: String, uses modules: [String] = [], _ packages: [Target.Dependency] = []
) -> Target {
  .target(
    name: "Almanac\(folder)",
    dependencies: modules.map { .target(name: "Almanac\($0)") } + packages,
    path: "Sources/\(folder)",
    swiftSettings: strict)
}

func tests(
  of folder: String, uses modules: [String] = [], _ packages: [Target.Dependency] = []
) -> Target {
  .testTarget(
    name: "\(folder)Tests",
    dependencies: ([folder] + modules).map { .target(name: "Almanac\($0)") } + packages,
    path: "Tests/\(folder)Tests",
    swiftSettings: strict)
}

let argumentParser: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")
let asyncHTTPClient: Target.Dependency = .product(
  name: "AsyncHTTPClient", package: "async-http-client")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioEmbedded: Target.Dependency = .product(name: "NIOEmbedded", package: "swift-nio")
let nioFoundation: Target.Dependency = .product(
  name: "NIOFoundationCompat", package: "swift-nio")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTPCompression: Target.Dependency = .product(
  name: "NIOHTTPCompression", package: "swift-nio-extras")
let nioHTTPTypes: Target.Dependency = .product(
  name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioHTTPTypesHTTP1: Target.Dependency = .product(
  name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let nioSSL: Target.Dependency = .product(name: "NIOSSL", package: "swift-nio-ssl")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let grdbSQLite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore: Target.Dependency = .product(
  name: "HummingbirdCore", package: "hummingbird")
let hummingbirdTLS: Target.Dependency = .product(name: "HummingbirdTLS", package: "hummingbird")
let hummingbirdTesting: Target.Dependency = .product(
  name: "HummingbirdTesting", package: "hummingbird")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let mustache: Target.Dependency = .product(name: "Mustache", package: "swift-mustache")
let serviceLifecycle: Target.Dependency = .product(
  name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals: Target.Dependency = .product(
  name: "UnixSignals", package: "swift-service-lifecycle")
let yams: Target.Dependency = .product(name: "Yams", package: "Yams")

let package = Package(
  name: "almanac",
  platforms: [.macOS(.v15)],
  products: [
    .library(
      name: "Almanac",
      targets: [
        "AlmanacCore", "AlmanacDeclarations", "AlmanacFetching", "AlmanacDecoding",
        "AlmanacStorage", "AlmanacNotifying", "AlmanacEngine",
      ]),
    .executable(name: "almanac", targets: ["AlmanacCommandLine"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CZlib", path: "Sources/CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CQREncode", path: "Sources/CQREncode", pkgConfig: "libqrencode",
      providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
    module("Core"),
    .target(
      name: "AlmanacBrowser", dependencies: ["AlmanacCore"], path: "Sources/Browser",
      exclude: ["WebAssembly"],  // what only a browser runs: see Scripts/build-wasm.sh
      swiftSettings: strict),
    module("Declarations", uses: ["Core"], [yams]),
    module(
      "Fetching",
      [
        "CZlib", asyncHTTPClient, crypto, logging, nioCore, nioFoundation, nioHTTP1,
        nioHTTPCompression, nioPosix, nioSSL,
      ]),
    module("Decoding", uses: ["Core", "Declarations"]),
    module("Storage", uses: ["Core", "Declarations"], [grdb, grdbSQLite]),
    module("Notifying", uses: ["Fetching"], [crypto]),
    module(
      "Engine", uses: ["Core", "Declarations", "Fetching", "Decoding", "Storage", "Notifying"],
      [crypto, logging, serviceLifecycle]),
    module(
      "Website", uses: ["Core", "Declarations", "Engine"],
      [
        "CZlib", "CQREncode", hummingbird, hummingbirdCore, hummingbirdTLS, mustache, httpTypes,
        logging, nioCore, nioHTTP1, nioHTTPTypes, nioHTTPTypesHTTP1, nioSSL, serviceLifecycle,
      ]),
    module(
      "Sandbox", uses: ["Decoding", "Fetching"],
      [
        hummingbird, hummingbirdCore, hummingbirdTLS, httpTypes, logging, nioCore, nioFoundation,
        nioPosix, nioSSL, crypto, serviceLifecycle,
      ]),
    .executableTarget(
      name: "AlmanacCommandLine",
      dependencies: [
        "AlmanacCore", "AlmanacDeclarations", "AlmanacDecoding", "AlmanacEngine",
        "AlmanacWebsite", "AlmanacSandbox",
        argumentParser, logging, serviceLifecycle, unixSignals,
      ],
      path: "Sources/CommandLine",
      swiftSettings: strict),
    .executableTarget(
      name: "AlmanacLiveBenchmark",
      dependencies: ["AlmanacDeclarations", "AlmanacEngine", "AlmanacStorage", argumentParser],
      path: "Benchmarks/Live",
      swiftSettings: strict),
    .executableTarget(
      name: "AlmanacFindBenchmark",
      dependencies: ["AlmanacCore", argumentParser],
      path: "Benchmarks/Find",
      swiftSettings: strict),
    tests(of: "Core"),
    tests(of: "Browser", uses: ["Core", "Declarations", "Decoding"]),
    tests(of: "Declarations", [yams]),
    tests(of: "Fetching", [nioCore, nioPosix, nioHTTP1, nioSSL, logging]),
    tests(of: "Decoding", uses: ["Declarations"]),
    tests(of: "Notifying", uses: ["Fetching"], [crypto, hummingbird, hummingbirdTesting, logging]),
    tests(of: "Storage", uses: ["Core", "Declarations"], [grdbSQLite]),
    tests(
      of: "Engine",
      uses: ["Core", "Declarations", "Decoding", "Storage", "Fetching", "Notifying", "Sandbox"],
      [grdbSQLite, hummingbird, hummingbirdTesting, logging, nioCore]),
    tests(
      of: "Website", uses: ["Core", "Declarations", "Engine", "Storage"],
      [
        "CZlib", httpTypes, hummingbird, hummingbirdTesting, logging, nioCore, nioEmbedded,
        nioHTTP1,
        nioPosix,
      ]),
    tests(of: "CommandLine", uses: ["Declarations", "Engine"]),
    tests(
      of: "Sandbox", uses: ["Decoding", "Fetching"],
      [httpTypes, hummingbird, hummingbirdTesting, logging, nioCore, serviceLifecycle]),
  ],
  swiftLanguageModes: [.v6]
)
