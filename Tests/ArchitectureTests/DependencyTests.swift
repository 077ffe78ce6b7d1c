import Testing

@Suite("Dependencies")
struct DependencyTests {
    /// Which of our modules a module may know.
    ///
    /// What is not here may be known by none.
    static let mayKnow: [String: Set<String>] = [
        "Basics": [],
        "ScrubModel": [],
        "ScrubModelWASM": ["ScrubModel"],
        "Timeline": ["Basics"],
        "System": ["CSeccomp", "CSystem"],
        "Media": ["Basics", "CFFmpeg", "CTurboJPEG", "System", "Timeline"],
        "MediaWorkers": ["Media", "System", "Timeline"],
        "Marks": ["Basics", "Timeline"],
        "Rooms": [],
        "Cluster": ["Basics", "CHiredis", "Marks", "Rooms", "System"],
        "Wire": ["Basics", "CProtocol", "Marks", "ScrubModel", "Timeline"],
        "XML": ["CLibXML2"],
        "Remote": [
            "Basics", "CCurl", "Media", "MediaWorkers", "System", "Timeline", "Wire", "XML",
        ],
        "Library": [
            "Basics", "Marks", "Media", "MediaWorkers", "Remote", "ScrubModel", "System",
            "Timeline", "Wire",
        ],
        "Pictures": [
            "Basics", "Library", "Media", "MediaWorkers", "System", "Timeline", "Wire",
        ],
        "Sounds": ["Basics", "Library", "Media", "MediaWorkers", "System", "Timeline"],
        "Scrubbing": [
            "Basics", "Library", "Marks", "Media", "Pictures", "ScrubModel", "Timeline", "Wire",
        ],
        "Transport": ["Basics", "CWebSockets", "System", "Wire"],
        "Server": [
            "Basics", "CPage", "Cluster", "Library", "Marks", "Media", "MediaWorkers", "Pictures",
            "Remote", "Rooms", "ScrubModel", "Scrubbing", "Sounds", "System", "Timeline",
            "Transport", "Wire",
        ],
        "LoadTest": ["System", "Transport", "Wire"],
        "vernier": [
            "Basics", "Cluster", "Library", "LoadTest", "Marks", "Media", "MediaWorkers",
            "Pictures", "Remote", "ScrubModel", "Scrubbing", "Server", "Sounds", "System",
            "Timeline", "Transport", "Wire", "XML",
        ],
    ]

    /// Something that meets the world outside, and the only modules that may.
    struct Impurity: Sendable, CustomTestStringConvertible {
        let name: String
        let pattern: String
        let homes: Set<String>
        var testDescription: String { name }
    }

    static let impurities = [
        Impurity(name: "FFmpeg", pattern: #"\bimport CFFmpeg\b"#, homes: ["Media"]),
        Impurity(name: "TurboJPEG", pattern: #"\bimport CTurboJPEG\b"#, homes: ["Media"]),
        Impurity(
            name: "the C library",
            pattern: #"\bimport (Glibc|CSystem)\b|\bGlibc\."#,
            homes: ["System"]
        ),
        // Modules of C libraries let these through without an import.
        Impurity(
            name: "system calls",
            pattern: #"(^|[^.\w])(errno\b|(strerror|fcntl|fstat|lstat|fstatat|openat|unlink|fsync|"#
                + #"clock_gettime|usleep|getpid|getenv|socketpair|waitpid|posix_spawn|memcpy|"#
                + #"isatty|pread|pwrite)\()"#,
            homes: ["System"]
        ),
        Impurity(name: "libseccomp", pattern: #"\bimport CSeccomp\b"#, homes: ["System"]),
        Impurity(name: "libxml2", pattern: #"\bimport CLibXML2\b"#, homes: ["XML"]),
        Impurity(name: "libcurl", pattern: #"\bimport CCurl\b"#, homes: ["Remote"]),
        Impurity(name: "hiredis", pattern: #"\bimport CHiredis\b"#, homes: ["Cluster"]),
        Impurity(name: "libwebsockets", pattern: #"\bimport CWebSockets\b"#, homes: ["Transport"]),
        Impurity(
            name: "JSON",
            pattern: #"\bJSON(Encoder|Decoder|Serialization)\b"#,
            homes: ["Wire"]
        ),
        Impurity(
            name: "arguments, standard output and exit",
            pattern: #"\bCommandLine\.|(^|[^.\w])(print|readLine)\(|\bDescriptor\.standard|"#
                + #"\bThisProcess\.end\("#,
            homes: ["vernier"]
        ),
        Impurity(
            name: "the operating system",
            pattern: #"\bimport (Foundation|FoundationEssentials|Dispatch)\b"#,
            homes: [
                "System", "Media", "MediaWorkers", "Wire", "Library", "Pictures", "Transport",
                "Server", "vernier",
            ]
        ),
    ]

    @Test func `every module is known here`() throws {
        let modules = Set(try SourceFile.all(below: "Sources").map(\.module))
        #expect(modules == Set(Self.mayKnow.keys))
    }

    @Test(arguments: mayKnow.keys.sorted())
    func `a module knows only those below it`(module: String) throws {
        let allowed = try #require(Self.mayKnow[module])
        let ours = Set(Self.mayKnow.keys).union([
            "CCurl", "CFFmpeg", "CHiredis", "CLibXML2", "CPage", "CProtocol", "CSeccomp",
            "CSystem", "CTurboJPEG", "CWebSockets",
        ])
        for file in try SourceFile.all(below: "Sources/\(module)") {
            let forbidden = ours.intersection(file.imports).subtracting(allowed)
            #expect(forbidden.isEmpty, "\(file) imports \(forbidden.sorted())")
        }
    }

    @Test(arguments: ["Basics", "ScrubModel", "ScrubModelWASM", "Timeline", "Marks", "Rooms"])
    func `a pure module imports nothing from outside`(module: String) throws {
        for file in try SourceFile.all(below: "Sources/\(module)") {
            let outside = file.imports.filter { Self.mayKnow[$0] == nil }
            #expect(outside.isEmpty, "\(file) imports \(outside)")
        }
    }

    @Test(arguments: impurities)
    func `each impurity has one address`(_ impurity: Impurity) throws {
        let pattern = try SourceFile.pattern(impurity.pattern)
        let users = try SourceFile.all(below: "Sources").filter { $0.contains(pattern) }
        #expect(!users.isEmpty, "nothing matches, so the pattern tests nothing")
        for file in users {
            #expect(impurity.homes.contains(file.module), "\(file)")
        }
    }
}
