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
        .systemLibrary(name: "CSystem"),
        // What pkg-config says of both has flags that are not allowed, and nothing that is needed.
        .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CHiredis", providers: [.apt(["libhiredis-dev"])]),
        .systemLibrary(
            name: "CSeccomp",
            pkgConfig: "libseccomp",
            providers: [.apt(["libseccomp-dev"])]
        ),
        .systemLibrary(
            name: "CWebSockets",
            pkgConfig: "libwebsockets",
            providers: [.apt(["libwebsockets-dev", "libwebsockets-evlib-ev"])]
        ),

        // Pure: no C, no Foundation, no input or output.
        // The page in web/, which the C compiler takes into the program.
        .target(name: "CPage", cSettings: [.unsafeFlags(["-std=c23"])]),
        // The descriptions of the protocol in Sources/Wire/API, in the same way.
        .target(name: "CProtocol", cSettings: [.unsafeFlags(["-std=c23"])]),

        .target(name: "Basics", swiftSettings: safe),
        .target(name: "ScrubModel", swiftSettings: safe),
        .target(name: "Timeline", dependencies: ["Basics"], swiftSettings: safe),
        .target(name: "Marks", dependencies: ["Basics", "Timeline"], swiftSettings: safe),
        .target(name: "Rooms", swiftSettings: safe),

        // The model's face for the browser, where `make web` compiles both to WebAssembly.
        .target(name: "ScrubModelWASM", dependencies: ["ScrubModel"], swiftSettings: settings),

        // One module per impurity.
        .target(name: "System", dependencies: ["CSeccomp", "CSystem"], swiftSettings: settings),
        .target(name: "XML", dependencies: ["CLibXML2"], swiftSettings: settings),
        .target(
            name: "Media",
            dependencies: [
                "Basics", "CFFmpeg", "CTurboJPEG", "System", "Timeline",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "MediaWorkers",
            dependencies: ["Media", "System", "Timeline"],
            swiftSettings: settings
        ),
        .target(
            name: "Wire",
            dependencies: ["Basics", "CProtocol", "Marks", "ScrubModel", "Timeline"],
            exclude: ["API/asyncapi.json", "API/openapi.json"],
            swiftSettings: safe
        ),
        .target(
            name: "Remote",
            dependencies: [
                "Basics", "CCurl", "Media", "MediaWorkers", "System", "Timeline", "Wire", "XML",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "Library",
            dependencies: [
                "Basics", "Marks", "Media", "MediaWorkers", "Remote", "ScrubModel", "System",
                "Timeline", "Wire",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "Pictures",
            dependencies: [
                "Basics", "Library", "Media", "MediaWorkers", "System", "Timeline", "Wire",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "Sounds",
            dependencies: ["Basics", "Library", "Media", "MediaWorkers", "System", "Timeline"],
            swiftSettings: settings
        ),
        .target(
            name: "Scrubbing",
            dependencies: [
                "Basics", "Library", "Marks", "Media", "Pictures", "ScrubModel", "Timeline", "Wire",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "Transport",
            dependencies: ["Basics", "CWebSockets", "System", "Wire"],
            swiftSettings: settings
        ),
        .target(
            name: "Cluster",
            dependencies: ["Basics", "CHiredis", "Marks", "Rooms", "System"],
            swiftSettings: settings
        ),
        .target(
            name: "Server",
            dependencies: [
                "Basics", "CPage", "Cluster", "Library", "Marks", "Media", "MediaWorkers",
                "Pictures",
                "Remote", "Rooms", "ScrubModel", "Scrubbing", "Sounds", "System", "Timeline",
                "Transport", "Wire",
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
                "Basics", "Cluster", "Library", "LoadTest", "Marks", "Media", "MediaWorkers",
                "Pictures", "Remote", "ScrubModel", "Scrubbing", "Server", "Sounds", "System",
                "Timeline", "Transport", "Wire", "XML",
            ],
            swiftSettings: settings,
            // Relocations take a hundredth of the room, on disk and in memory. Nobody looks for a
            // symbol in the program, and the list of them takes half a megabyte of each process.
            linkerSettings: [
                .unsafeFlags(["-use-ld=lld"]),
                .unsafeFlags(["-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"]),
                .unsafeFlags(["-Xlinker", "--no-export-dynamic"]),
            ]
        ),

        // Tests: one target per module, and one for the rules between them.
        .target(
            name: "TestSupport",
            dependencies: ["Basics"],
            path: "Tests/TestSupport",
            swiftSettings: settings
        ),
        .target(
            name: "ClipSupport",
            dependencies: [
                "Basics", "Library", "Media", "Pictures", "System", "TestSupport", "Timeline",
                "Wire",
            ],
            path: "Tests/ClipSupport",
            swiftSettings: settings
        ),
        .testTarget(name: "BasicsTests", dependencies: ["Basics"], swiftSettings: settings),
        .testTarget(
            name: "ScrubModelTests",
            dependencies: ["Basics", "ScrubModel", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ScrubModelWASMTests",
            dependencies: ["Basics", "ScrubModelWASM", "ScrubModel", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "TimelineTests",
            dependencies: ["Basics", "Timeline", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "MediaTests",
            dependencies: [
                "Basics", "CFFmpeg", "Library", "Media", "System", "Timeline", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "MediaWorkersTests",
            dependencies: [
                "Basics", "Media", "MediaWorkers", "System", "Timeline", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "RemoteTests",
            dependencies: [
                "Basics", "Media", "MediaWorkers", "Remote", "System", "Timeline", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(name: "XMLTests", dependencies: ["XML"], swiftSettings: settings),
        .testTarget(
            name: "MarksTests",
            dependencies: ["Basics", "Marks", "Timeline", "Wire", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "RoomsTests",
            dependencies: ["Basics", "Rooms", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ClusterTests",
            dependencies: ["Basics", "Cluster", "Marks", "Rooms", "System", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "WireTests",
            dependencies: ["Basics", "Marks", "ScrubModel", "Timeline", "Wire", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SystemTests",
            dependencies: ["CSystem", "System", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "LoadTestTests",
            dependencies: ["LoadTest", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "TransportTests",
            dependencies: ["Basics", "LoadTest", "System", "Transport", "Wire", "TestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "LibraryTests",
            dependencies: [
                "Basics", "ClipSupport", "Library", "Marks", "Media", "MediaWorkers", "System",
                "Timeline", "Wire", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "PicturesTests",
            dependencies: [
                "Basics", "ClipSupport", "Library", "Media", "MediaWorkers", "Pictures", "System",
                "Timeline", "Wire", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SoundsTests",
            dependencies: [
                "Basics", "ClipSupport", "Library", "Media", "MediaWorkers", "Sounds", "System",
                "Timeline", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ScrubbingTests",
            dependencies: [
                "Basics", "ClipSupport", "Library", "Marks", "Media", "Pictures", "ScrubModel",
                "Scrubbing", "System", "Timeline", "Wire", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ServerTests",
            dependencies: [
                "Basics", "ClipSupport", "Library", "LoadTest", "Marks", "Media", "MediaWorkers",
                "Pictures", "ScrubModel", "Scrubbing", "Server", "Sounds", "System", "Timeline",
                "Transport", "Wire", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "vernier", "Basics", "Library", "LoadTest", "Media", "ScrubModel", "Scrubbing",
                "Server", "System", "Transport", "Wire", "TestSupport",
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
