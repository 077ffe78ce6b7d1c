// swift-tools-version: 6.3
import PackageDescription

/// Settings every module shares.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// Modules that hold no unsafe expression.
let safe: [SwiftSetting] = settings + [.strictMemorySafety()]

let package = Package(
    name: "vernier",
    targets: [
        // C libraries, each imported by one module only.
        .systemLibrary(
            name: "CFFmpeg",
            pkgConfig: "libavformat",
            providers: [.apt(["libavformat-dev", "libavcodec-dev", "libswscale-dev"])]
        ),
        .systemLibrary(
            name: "CTurboJPEG",
            pkgConfig: "libturbojpeg",
            providers: [.apt(["libturbojpeg0-dev"])]
        ),
        .systemLibrary(
            name: "CLibXML2",
            pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"])]
        ),
        .systemLibrary(name: "CSandbox"),
        .systemLibrary(
            name: "CWebSockets",
            pkgConfig: "libwebsockets",
            providers: [.apt(["libwebsockets-dev", "libwebsockets-evlib-ev"])]
        ),

        // Pure: no C, no Foundation, no input or output.
        .target(name: "ScrubModel", swiftSettings: safe),
        .target(name: "Timeline", swiftSettings: safe),
        .target(name: "Marks", dependencies: ["Timeline"], swiftSettings: safe),

        // The model's face for the browser, where `make web` compiles both to WebAssembly.
        .target(name: "ScrubExports", dependencies: ["ScrubModel"], swiftSettings: settings),

        // One module per impurity.
        .target(name: "System", dependencies: ["CSandbox"], swiftSettings: settings),
        .target(
            name: "Media",
            dependencies: ["CFFmpeg", "CSandbox", "CTurboJPEG", "System", "Timeline"],
            swiftSettings: settings
        ),
        .target(
            name: "Wire",
            dependencies: ["Marks", "ScrubModel", "Timeline"],
            resources: [.embedInCode("API/asyncapi.json"), .embedInCode("API/openapi.json")],
            swiftSettings: safe
        ),
        .target(
            name: "Transport",
            dependencies: ["CWebSockets", "System"],
            swiftSettings: settings
        ),
        .target(
            name: "Server",
            dependencies: [
                "Marks", "Media", "ScrubModel", "System", "Timeline", "Transport", "Wire",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "LoadTest",
            dependencies: ["System", "Transport", "Wire"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "vernier",
            dependencies: [
                "CLibXML2", "LoadTest", "Marks", "Media", "ScrubModel", "Server", "System",
                "Timeline", "Transport", "Wire",
            ],
            swiftSettings: settings,
            // Relocations take a hundredth of the room, on disk and in memory.
            linkerSettings: [
                .unsafeFlags(["-use-ld=lld"]),
                .unsafeFlags(["-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"]),
            ]
        ),

        // Tests: one target per module, and one for the rules between them.
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
        .testTarget(
            name: "ScrubModelTests",
            dependencies: ["ScrubModel", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ScrubExportsTests",
            dependencies: ["ScrubExports", "ScrubModel", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "TimelineTests",
            dependencies: ["Timeline", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "MediaTests",
            dependencies: ["CFFmpeg", "Media", "System", "Timeline", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "MarksTests",
            dependencies: ["Marks", "Timeline", "Wire", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "WireTests",
            dependencies: ["Marks", "ScrubModel", "Timeline", "Wire", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SystemTests",
            dependencies: ["System", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "LoadTestTests",
            dependencies: ["LoadTest", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "TransportTests",
            dependencies: ["LoadTest", "System", "Transport", "Wire", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ServerTests",
            dependencies: [
                "LoadTest", "Marks", "Media", "ScrubModel", "Server", "System", "Timeline",
                "Transport", "Wire", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "vernier", "LoadTest", "Media", "ScrubModel", "Server", "System", "Transport",
                "Wire", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ArchitectureTests",
            dependencies: ["TestSupport"],
            swiftSettings: settings
        ),
    ]
)
