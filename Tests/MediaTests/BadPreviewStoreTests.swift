import Foundation
import TestSupport
import Testing

@testable import Media

@Suite("A store of previews that something is wrong with", .scratchDirectory)
struct BadPreviewStoreTests {
    private let shelf = Shelf()

    /// What has happened to a pack of ten previews, and how many of them are whole.
    enum Harm: CaseIterable {
        case cut, damagedHead, damagedPicture, garbage, otherVersion, emptied, longer

        func apply(to bytes: inout Data) {
            let record = 132
            switch self {
            case .cut: bytes = bytes.dropLast(record / 2)
            case .damagedHead: bytes[bytes.count - record * 3 + 1] ^= 1
            case .damagedPicture: bytes[bytes.count - 5] ^= 1
            case .garbage: bytes = Data((0..<3000).map { UInt8(truncatingIfNeeded: $0 * 7) })
            case .otherVersion: bytes[4] += 1
            case .emptied: bytes = Data()
            case .longer: bytes += Data(repeating: 0xff, count: 77)
            }
        }
    }

    @Test(arguments: Harm.allCases)
    func `shows nothing wrong, says nothing, and is whole again`(_ harm: Harm) throws {
        let film = try shelf.film()
        shelf.store().keep(shelf.previews(0..<10), of: film.source, .small, from: film.file)
        let running = shelf.store()
        #expect(running.preview(9, of: film.source, .small) == shelf.preview(9))
        let pack = try #require(try shelf.packs().first)
        var bytes = try Data(contentsOf: URL(filePath: pack))
        harm.apply(to: &bytes)
        try bytes.write(to: URL(filePath: pack))
        for (number, store) in [running, shelf.store()].enumerated() {
            for ordinal in 0..<10 {
                let found = store.preview(ordinal, of: film.source, .small)
                #expect(found == nil || found == shelf.preview(ordinal))
            }
            let previews = shelf.previews(0..<11 + number)
            #expect(store.keep(previews, of: film.source, .small, from: film.file))
            for store in [store, shelf.store()] {
                for ordinal in 0..<11 + number {
                    let found = store.preview(ordinal, of: film.source, .small)
                    #expect(found == shelf.preview(ordinal))
                }
            }
        }
        #expect(shelf.complaints.lines.isEmpty)
    }

    @Test func `takes no pack for that of another film`() throws {
        let (film, other) = (try shelf.film(), try shelf.film("other"))
        for film in [film, other] {
            shelf.store().keep(shelf.previews(0..<3), of: film.source, .small, from: film.file)
        }
        let packs = try shelf.packs()
        try FileManager.default.removeItem(atPath: packs[0])
        try FileManager.default.copyItem(atPath: packs[1], toPath: packs[0])
        let found = [film, other].map { shelf.store().preview(1, of: $0.source, .small) != nil }
        #expect(found.count { $0 } == 1)
    }

    @Test func `in a place that cannot be written says so once`() throws {
        _ = try Scratch.write("a file".utf8, to: "previews")
        let film = try shelf.film()
        let store = shelf.store()
        for ordinal in 0..<3 {
            let preview = [ordinal: shelf.preview(ordinal)]
            #expect(!store.keep(preview, of: film.source, .small, from: film.file))
            #expect(store.preview(ordinal, of: film.source, .small) == nil)
        }
        #expect(shelf.complaints.lines.count == 1)
        #expect(shelf.complaints.lines.first?.contains(shelf.folder) == true)
        #expect(store.entries.isEmpty)
        #expect(try store.clear() == 0)
    }
}

@Suite("A store of previews that is full", .scratchDirectory)
struct FullPreviewStoreTests {
    private let shelf = Shelf()

    @Test func `lets the least recently used pack go, and not the previews of others`() throws {
        let films = try (0..<3).map { try shelf.film("\($0)") }
        for film in films.prefix(2) {
            let previews = shelf.previews(0..<10, count: 1000)
            shelf.store().keep(previews, of: film.source, .small, from: film.file)
        }
        let size = try shelf.bytes()
        #expect(shelf.store().preview(3, of: films[0].source, .small) != nil)
        // Room for two, of which the second was used before the first.
        let store = shelf.store(limit: size + 100)
        let previews = shelf.previews(0..<10, count: 1000)
        #expect(store.keep(previews, of: films[2].source, .small, from: films[2].file))
        let found = films.map { store.preview(3, of: $0.source, .small) != nil }
        #expect(found == [true, false, true])
        #expect(try shelf.bytes() <= size + 100)
        #expect(try store.counts.bytes == shelf.bytes())
    }

    @Test(arguments: [1, 4, 30])
    func `never has more bytes than allowed, and uses them`(batch: Int) throws {
        let film = try shelf.film()
        let store = shelf.store(limit: 20_000)
        for step in 0..<40 {
            let first = step * batch
            let previews = shelf.previews(first..<first + batch, count: 500)
            store.keep(previews, of: film.source, .small, from: film.file)
            #expect(try shelf.bytes() <= 20_000)
            #expect(try store.counts.bytes == shelf.bytes())
            #expect(store.kept(among: [first], of: film.source, .small) == [first])
        }
    }

    @Test func `keeps nothing that is larger than everything`() throws {
        let film = try shelf.film()
        let store = shelf.store(limit: 1000)
        let large = shelf.previews(0..<1, count: 1001)
        store.keep(large, of: film.source, .small, from: film.file)
        #expect(try shelf.packs().isEmpty)
        #expect(shelf.complaints.lines.isEmpty)
    }

    @Test func `stays within its limit when many write at once`() async throws {
        let films = try (0..<4).map { try shelf.film("\($0)") }
        try await withThrowingTaskGroup(of: Void.self) { [shelf] group in
            for film in films {
                let store = shelf.store(limit: 30_000)
                group.addTask {
                    for step in 0..<30 {
                        let previews = shelf.previews(step * 3..<step * 3 + 3, count: 400)
                        store.keep(previews, of: film.source, .small, from: film.file)
                        let found = store.preview(step * 3, of: film.source, .small)
                        #expect(found == nil || found == shelf.preview(step * 3, count: 400))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try shelf.bytes() <= 30_000)
        #expect(shelf.complaints.lines.isEmpty)
    }
}
