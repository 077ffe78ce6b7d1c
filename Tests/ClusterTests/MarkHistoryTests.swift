import Basics
import Marks
import TestSupport
import Testing

@testable import Cluster

/// Servers that mark one media, and what they share, with time that passes as chance has it.
private struct Site {
    private struct Server {
        var own = VersionedMarks()
        var sync = MarkSync()
        var isConnected = false
        /// What it has asked, what it is answered, and what it is told, each in its order; the first
        /// two go with the connection.
        var asked: [MarkSync.Action] = []
        var answers: [MarkSync.Event] = []
        var told: [MarkSync.Event] = []
    }

    private var servers = [Server](repeating: Server(), count: 3)
    /// What is shared, as bytes.
    private var shared: [UInt8]?
    private var version = 0
    private var made = 0
    /// Segments that were added, and those that were taken away, by name.
    private(set) var added: Set<String> = []
    private(set) var removed: Set<String> = []

    private static let frames = 100

    /// Lets something happen.
    mutating func step(forgetting: Bool, using generator: inout SplitMix64) throws {
        let index = servers.indices.randomElement(using: &generator)!
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<25: try edit(index, using: &generator)
        case 25..<29: connect(index)
        case 29..<32: cut(index)
        case 32 where forgetting:
            // It takes all connections with it.
            (shared, version) = (nil, 0)
            for index in servers.indices { cut(index) }
        case 33..<60: try answer(index)
        case 60..<80: hear(index, from: \.answers)
        default: hear(index, from: \.told)
        }
    }

    /// Connects all, and lets all be said.
    mutating func settle() throws {
        for index in servers.indices { connect(index) }
        var isBusy = true
        while isBusy {
            for index in servers.indices {
                try answer(index)
                hear(index, from: \.answers)
                hear(index, from: \.told)
            }
            isBusy = servers.contains {
                !$0.asked.isEmpty || !$0.answers.isEmpty || !$0.told.isEmpty
            }
        }
    }

    /// What each server has.
    var marks: [VersionedMarks] { servers.map(\.own) }

    private mutating func edit(_ index: Int, using generator: inout SplitMix64) throws {
        let own = servers[index].own
        let edit: MarkEdit
        if let old = own.marks.segments.randomElement(using: &generator),
            Bool.random(using: &generator)
        {
            removed.insert(old.name)
            edit = .remove(id: old.id)
        } else {
            made += 1
            added.insert("\(made)")
            edit = .add(name: "\(made)", first: made % Self.frames, last: Self.frames - 1)
        }
        let number = UInt16(index + 1)
        try servers[index].own.take(.edit(edit), madeFor: own.version, in: Self.frames, on: number)
        take(.changed, on: index)
    }

    private mutating func connect(_ index: Int) {
        guard !servers[index].isConnected else { return }
        servers[index].isConnected = true
        take(.live, on: index)
    }

    private mutating func cut(_ index: Int) {
        servers[index].isConnected = false
        (servers[index].asked, servers[index].answers, servers[index].told) = ([], [], [])
        take(.cut, on: index)
    }

    private mutating func take(_ event: MarkSync.Event, on index: Int) {
        let number = UInt16(index + 1)
        let own = servers[index].own
        for action in servers[index].sync.take(event, having: own, on: number) {
            if case .adopt(let marks) = action {
                servers[index].own = marks
            } else if servers[index].isConnected {
                servers[index].asked.append(action)
            }
        }
    }

    private mutating func hear(
        _ index: Int,
        from queue: WritableKeyPath<Server, [MarkSync.Event]>
    ) {
        guard !servers[index][keyPath: queue].isEmpty else { return }
        take(servers[index][keyPath: queue].removeFirst(), on: index)
    }

    /// Does what the oldest question asks, which is what the script of ``MarkKeys`` does.
    private mutating func answer(_ index: Int) throws {
        guard !servers[index].asked.isEmpty else { return }
        switch servers[index].asked.removeFirst() {
        case .send(let marks, let before) where version == before || version == marks.version:
            let bytes: [UInt8] = try #require(marks.shared())
            (shared, version) = (bytes, marks.version)
            servers[index].answers.append(.kept(version: version))
            for index in servers.indices where servers[index].isConnected {
                servers[index].told.append(.heard(version: version))
            }
        case .send, .ask: servers[index].answers.append(.found(try found()))
        case .adopt: return
        }
    }

    private func found() throws -> VersionedMarks? {
        try shared.map { try VersionedMarks(shared: $0, in: Self.frames) }
    }
}

@Suite("Marks of one media on several servers", .timeLimit(.minutes(10)))
struct MarkHistoryTests {
    /// Whoever could hear whom, and whenever: what was added is there unless somebody took it away.
    @Test(arguments: 1...40)
    func `are the same everywhere in the end, with all that was done`(_ seed: Int) throws {
        var generator = SplitMix64(seed: UInt64(seed))
        var site = Site()
        for _ in 0..<1500 { try site.step(forgetting: false, using: &generator) }
        try site.settle()
        let first = site.marks[0]
        for marks in site.marks {
            #expect((marks.marks, marks.version) == (first.marks, first.version))
        }
        let names = first.marks.segments.map(\.name)
        #expect(Set(names) == site.added.subtracting(site.removed))
        #expect(names.count == Set(names).count && site.added.count > 100)
    }

    /// Who removed a segment that Redis then forgot may see it again; but nothing else is lost.
    @Test(arguments: 1...40)
    func `lose nothing when what is shared is lost`(_ seed: Int) throws {
        var generator = SplitMix64(seed: UInt64(seed))
        var site = Site()
        for _ in 0..<1500 { try site.step(forgetting: true, using: &generator) }
        try site.settle()
        let first = site.marks[0]
        for marks in site.marks {
            #expect((marks.marks, marks.version) == (first.marks, first.version))
        }
        let names = Set(first.marks.segments.map(\.name))
        #expect(names.isSuperset(of: site.added.subtracting(site.removed)))
        #expect(names.isSubset(of: site.added))
    }
}
