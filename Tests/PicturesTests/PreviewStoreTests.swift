import Foundation
import TestSupport
import Testing
import Timeline

@testable import Media
@testable import Pictures

@Suite("A store of previews", .timeLimit(.minutes(2)), .scratchDirectory)
struct PreviewStoreTests {
    private let fixture = PreviewStoreFixture()

    @Test func `gives back what was kept, after a restart as well`() throws {
        let film = try fixture.film()
        let store = fixture.store()
        #expect(store.keep(fixture.previews(0..<50), of: film.source, .small, from: film.file))
        for store in [store, fixture.store()] {
            for ordinal in 0..<50 {
                let found = store.preview(ordinal, of: film.source, .small)
                #expect(found == fixture.preview(ordinal))
            }
            #expect(store.preview(50, of: film.source, .small) == nil)
            #expect((store.counts.hits, store.counts.misses) == (50, 1))
            #expect(store.kept(among: 40..<60, of: film.source, .small) == Array(40..<50))
        }
        #expect(try fixture.packs().count == 1, "not a file for each preview")
    }

    @Test func `keeps formats, streams and files apart`() throws {
        let (film, other) = (try fixture.film(), try fixture.film("other"))
        let store = fixture.store()
        store.keep([1: fixture.preview(1)], of: film.source, .small, from: film.file)
        for format in [PreviewFormat(width: 321), PreviewFormat(width: nil)] {
            #expect(store.preview(1, of: film.source, format) == nil)
        }
        #expect(store.preview(1, of: film.source, PreviewFormat(width: 320, quality: 81)) == nil)
        let sound = PreviewSource(film.file, stream: 1, width: 640)
        #expect(store.preview(1, of: sound, .small) == nil)
        #expect(store.preview(1, of: other.source, .small) == nil)
        let versions = LibraryVersions(release: "5.1.9-0+deb12u1", numbers: [59, 59, 57, 6])
        let before = PreviewSource(film.file, stream: 0, width: 640, versions: versions)
        #expect(store.preview(1, of: before, .small) == nil, "another FFmpeg decodes it otherwise")
        #expect(store.preview(1, of: film.source, .small) != nil)
    }

    @Test func `takes all formats for one that are wider than the pictures`() throws {
        let film = try fixture.film()
        let store = fixture.store()
        store.keep([1: fixture.preview(1)], of: film.source, .full, from: film.file)
        for width in [640, 641, 4096] {
            #expect(store.preview(1, of: film.source, PreviewFormat(width: width)) != nil)
        }
        #expect(store.preview(1, of: film.source, PreviewFormat(width: 639)) == nil)
        let wider = Preview(
            bytes: [1],
            size: PixelSize(width: 641, height: 2),
            isConcealed: false,
            type: .unknown
        )
        store.keep([2: wider], of: film.source, .full, from: film.file)
        #expect(store.preview(2, of: film.source, .full) == nil, "as 640 it would be too wide")
    }

    @Test func `knows a file again that was renamed, and not one that was replaced`() throws {
        let film = try fixture.film()
        fixture.store().keep([1: fixture.preview(1)], of: film.source, .small, from: film.file)
        try FileManager.default.moveItem(atPath: film.file.name, toPath: fixture.path("later"))
        let file = try OpenFile(path: fixture.path("later"))
        let renamed = PreviewSource(file, stream: 0, width: 640)
        #expect(fixture.store().preview(1, of: renamed, .small) != nil)
        let replaced = try fixture.film()
        #expect(fixture.store().preview(1, of: replaced.source, .small) == nil)
    }

    @Test func `keeps nothing of a file that has changed since it was opened`() throws {
        let film = try fixture.film()
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1)],
            ofItemAtPath: film.file.name
        )
        let isKept = fixture.store()
            .keep([1: fixture.preview(1)], of: film.source, .small, from: film.file)
        #expect(!isKept)
        #expect(try fixture.packs().isEmpty)
    }

    @Test func `keeps a preview once`() throws {
        let film = try fixture.film()
        fixture.store().keep(fixture.previews(0..<5), of: film.source, .small, from: film.file)
        let before = try fixture.bytes()
        fixture.store().keep(fixture.previews(0..<5), of: film.source, .small, from: film.file)
        #expect(try fixture.bytes() == before)
    }

    @Test func `sees at once what another process keeps`() throws {
        let film = try fixture.film()
        let (one, other) = (fixture.store(), fixture.store())
        for ordinal in 0..<20 {
            let (writer, reader) = ordinal.isMultiple(of: 2) ? (one, other) : (other, one)
            #expect(reader.preview(ordinal, of: film.source, .small) == nil)
            let preview = [ordinal: fixture.preview(ordinal)]
            writer.keep(preview, of: film.source, .small, from: film.file)
            let found = reader.preview(ordinal, of: film.source, .small)
            #expect(found == fixture.preview(ordinal))
        }
    }

    @Test func `has many packs for a long film`() throws {
        let film = try fixture.film()
        let far = [0, 4095, 4096, 1_000_000]
        let previews = Dictionary(uniqueKeysWithValues: far.map { ($0, fixture.preview($0)) })
        fixture.store().keep(previews, of: film.source, .small, from: film.file)
        #expect(try fixture.packs().count == 3)
        #expect(fixture.store().kept(among: 0..<5000, of: film.source, .small) == [0, 4095, 4096])
        for ordinal in far {
            #expect(fixture.store().preview(ordinal, of: film.source, .small) != nil)
        }
    }

    @Test func `is not cleared while another process writes`() throws {
        let (film, store) = (try fixture.film(), fixture.store())
        store.keep(fixture.previews(0..<2), of: film.source, .small, from: film.file)
        let folder = open(fixture.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(folder) }
        #expect(flock(folder, LOCK_EX) == 0)
        let error = #expect(throws: MediaError.self) { try store.clear(within: .zero) }
        #expect("\(error!)".contains("another process"))
        #expect(store.entries.map(\.previews) == [2])
        flock(folder, LOCK_UN)
        #expect(try store.clear() == 1)
    }

    @Test func `lists what it has by media and format, and clears it`() throws {
        let film = try fixture.film()
        let store = fixture.store()
        let previews = [1: fixture.preview(1), 5000: fixture.preview(2)]
        store.keep(previews, of: film.source, .small, from: film.file)
        store.keep([1: fixture.preview(1)], of: film.source, .full, from: film.file)
        _ = try Scratch.write("mine".utf8, to: "previews/notes.txt")
        let entries = store.entries
        #expect(entries.map(\.media) == [film.file.name, film.file.name])
        #expect(Set(entries.map(\.format)) == [.small, PreviewFormat(width: 640)])
        #expect(entries.first { $0.format == .small }?.previews == 2)
        #expect(entries.map(\.bytes).reduce(0, +) == store.counts.bytes)
        #expect(try fixture.bytes() == store.counts.bytes)
        #expect(try store.clear() == 3)
        #expect(store.entries.isEmpty)
        #expect(store.preview(1, of: film.source, .small) == nil, "what is open has left, too")
        #expect(FileManager.default.fileExists(atPath: fixture.path("previews/notes.txt")))
    }

    @Test func `is written and read by many at once`() async throws {
        let film = try fixture.film()
        try await withThrowingTaskGroup(of: Void.self) { [fixture] group in
            for number in 0..<6 {
                let store = fixture.store()
                group.addTask {
                    for step in 0..<10 {
                        let range = (number * 5 + step) * 3..<(number * 5 + step) * 3 + 9
                        let previews = fixture.previews(range)
                        #expect(store.keep(previews, of: film.source, .small, from: film.file))
                        for ordinal in range {
                            let found = store.preview(ordinal, of: film.source, .small)
                            #expect(found == fixture.preview(ordinal))
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let whole = fixture.store()
        #expect(whole.kept(among: 0..<200, of: film.source, .small).count == 34 * 3 + 9)
        #expect(whole.entries.map(\.previews) == [34 * 3 + 9], "each of them once")
        #expect(fixture.logged.lines.isEmpty)
    }
}
