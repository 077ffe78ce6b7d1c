import Foundation
import TestSupport
import Testing

@testable import Media
@testable import Pictures

@Suite("A store of previews that something is wrong with", .scratchDirectory)
struct PreviewStoreDamageTests {
    private let fixture = PreviewStoreFixture()

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
        let film = try fixture.film()
        fixture.store().keep(fixture.previews(0..<10), of: film.source, .small, from: film.file)
        let running = fixture.store()
        #expect(running.preview(9, of: film.source, .small) == fixture.preview(9))
        let pack = try #require(try fixture.packs().first)
        var bytes = try Data(contentsOf: URL(filePath: pack))
        harm.apply(to: &bytes)
        try bytes.write(to: URL(filePath: pack))
        for (number, store) in [running, fixture.store()].enumerated() {
            for ordinal in 0..<10 {
                let found = store.preview(ordinal, of: film.source, .small)
                #expect(found == nil || found == fixture.preview(ordinal))
            }
            let previews = fixture.previews(0..<11 + number)
            #expect(store.keep(previews, of: film.source, .small, from: film.file))
            for store in [store, fixture.store()] {
                for ordinal in 0..<11 + number {
                    let found = store.preview(ordinal, of: film.source, .small)
                    #expect(found == fixture.preview(ordinal))
                }
            }
        }
        #expect(fixture.logged.lines.isEmpty)
    }

    @Test func `takes no pack for that of another film`() throws {
        let (film, other) = (try fixture.film(), try fixture.film("other"))
        for film in [film, other] {
            fixture.store().keep(fixture.previews(0..<3), of: film.source, .small, from: film.file)
        }
        let packs = try fixture.packs()
        try FileManager.default.removeItem(atPath: packs[0])
        try FileManager.default.copyItem(atPath: packs[1], toPath: packs[0])
        let found = [film, other].map { fixture.store().preview(1, of: $0.source, .small) != nil }
        #expect(found.count { $0 } == 1)
    }

    @Test func `in a place that cannot be written says so once`() throws {
        _ = try Scratch.write("a file".utf8, to: "previews")
        let film = try fixture.film()
        let store = fixture.store()
        for ordinal in 0..<3 {
            let preview = [ordinal: fixture.preview(ordinal)]
            #expect(!store.keep(preview, of: film.source, .small, from: film.file))
            #expect(store.preview(ordinal, of: film.source, .small) == nil)
        }
        #expect(fixture.logged.lines.count == 1)
        #expect(fixture.logged.lines.first?.contains(fixture.folder) == true)
        #expect(store.entries.isEmpty)
        #expect(try store.clear() == 0)
    }
}

@Suite("A store of previews that is full", .scratchDirectory)
struct FullPreviewStoreTests {
    private let fixture = PreviewStoreFixture()

    @Test func `lets the least recently used pack go, and not the previews of others`() throws {
        let films = try (0..<3).map { try fixture.film("\($0)") }
        for film in films.prefix(2) {
            let previews = fixture.previews(0..<10, count: 1000)
            fixture.store().keep(previews, of: film.source, .small, from: film.file)
        }
        let size = try fixture.bytes()
        #expect(fixture.store().preview(3, of: films[0].source, .small) != nil)
        // Space for two, of which the second was used before the first.
        let store = fixture.store(limit: size + 100)
        let previews = fixture.previews(0..<10, count: 1000)
        #expect(store.keep(previews, of: films[2].source, .small, from: films[2].file))
        let found = films.map { store.preview(3, of: $0.source, .small) != nil }
        #expect(found == [true, false, true])
        #expect(try fixture.bytes() <= size + 100)
        #expect(try store.counts.bytes == fixture.bytes())
    }

    @Test(arguments: [1, 4, 30])
    func `never has more bytes than allowed, and uses them`(batch: Int) throws {
        let film = try fixture.film()
        let store = fixture.store(limit: 20_000)
        for step in 0..<40 {
            let first = step * batch
            let previews = fixture.previews(first..<first + batch, count: 500)
            store.keep(previews, of: film.source, .small, from: film.file)
            #expect(try fixture.bytes() <= 20_000)
            #expect(try store.counts.bytes == fixture.bytes())
            #expect(store.kept(among: [first], of: film.source, .small) == [first])
        }
    }

    @Test func `keeps nothing that is larger than everything`() throws {
        let film = try fixture.film()
        let store = fixture.store(limit: 1000)
        let large = fixture.previews(0..<1, count: 1001)
        store.keep(large, of: film.source, .small, from: film.file)
        #expect(try fixture.packs().isEmpty)
        #expect(fixture.logged.lines.isEmpty)
    }

    @Test func `stays within its limit when many write at once`() async throws {
        let films = try (0..<4).map { try fixture.film("\($0)") }
        try await withThrowingTaskGroup(of: Void.self) { [fixture] group in
            for film in films {
                let store = fixture.store(limit: 30_000)
                group.addTask {
                    for step in 0..<30 {
                        let previews = fixture.previews(step * 3..<step * 3 + 3, count: 400)
                        store.keep(previews, of: film.source, .small, from: film.file)
                        let found = store.preview(step * 3, of: film.source, .small)
                        #expect(found == nil || found == fixture.preview(step * 3, count: 400))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try fixture.bytes() <= 30_000)
        #expect(fixture.logged.lines.isEmpty)
    }
}
