import Testing

/// What reads files only has no use for a network, so it is built and read without one.
@Suite("The network")
struct NetworkTests {
    /// The modules that meet it, and whatever knows them.
    static let networked: Set<String> = [
        "CHiredis", "Cluster", "CWebSockets", "LoadTest", "Server", "Transport",
    ]

    /// The commands that need none, and what only they use.
    static let commands =
        ["Cut", "Frame", "Index", "MediaArgument", "Replay", "Seek", "Verify"]
        .map { "Sources/vernier/Commands/\($0).swift" }
        + ["Sources/vernier/Replay/", "Sources/vernier/Verify/"]

    /// `replay --server` is a client of a server, in a file of its own.
    static let client = "Sources/vernier/Replay/ServerPlayer.swift"

    private static func files() throws -> [SourceFile] {
        let all = try SourceFile.all(below: "Sources/vernier")
        return all.filter { file in commands.contains { file.path.hasPrefix($0) } }
    }

    @Test func `is not imported by commands that need none`() throws {
        let files = try Self.files()
        for command in Self.commands {
            #expect(files.contains { $0.path.hasPrefix(command) }, "\(command) is not there")
        }
        for file in files where file.path != Self.client {
            let found = Self.networked.intersection(file.imports)
            #expect(found.isEmpty, "\(file) imports \(found.sorted())")
        }
        let client = try #require(files.first { $0.path == Self.client })
        #expect(Self.networked.intersection(client.imports) == ["Transport"])
    }

    @Test func `is not known by any module that they import`() throws {
        let files = try Self.files().filter { $0.path != Self.client }
        var known: Set<String> = []
        var waiting = files.flatMap(\.imports)
        while let module = waiting.popLast() {
            guard known.insert(module).inserted else { continue }
            waiting += DependencyTests.mayKnow[module] ?? []
        }
        #expect(known.isSuperset(of: ["Library", "Media", "Scrubbing"]))
        #expect(known.isDisjoint(with: Self.networked), "\(known.sorted())")
    }
}
