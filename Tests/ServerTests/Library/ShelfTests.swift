import Media
import TestSupport
import Testing
import Timeline

@testable import Server

@Suite("The shelf", .scratchDirectory)
struct ShelfTests {
    @Test func `a file is new once`() throws {
        try Folder.write("media/a.mp4")
        var shelf = Shelf()
        let entry = try Self.entries()[0]
        let (key, file) = try shelf.place(entry)
        #expect(file != nil)
        let again = try shelf.place(entry)
        #expect(again.key == key)
        #expect(again.new == nil)
        #expect(shelf.file(key) === file)
    }

    @Test func `a replaced file has another key, and the old one stays readable`() throws {
        try Folder.write("media/a.mp4", bytes: 3)
        var shelf = Shelf()
        let old = try shelf.place(Self.entries()[0])
        try Folder.remove("media/a.mp4")
        try Folder.write("media/a.mp4", bytes: 4)
        let new = try shelf.place(Self.entries()[0])
        #expect(new.key.id == old.key.id)
        #expect(new.key != old.key)
        #expect(new.new != nil, "it is scanned anew")
        #expect(shelf.file(old.key)?.size == 3)
    }

    @Test func `another stream of a file is another clip, with tags of its own`() throws {
        try Folder.write("media/a.mp4")
        var shelf = Shelf()
        let entry = try Self.entries()[0]
        let places = try [nil, 0, 1].map { try shelf.place(entry, stream: $0) }
        #expect(places.allSatisfy { $0.new != nil })
        #expect(Set(places.map(\.key)).count == 3)
        #expect(Set(places.map(\.key)).count == 3)
        #expect(places.map(\.key.stream) == [nil, 0, 1])
        #expect(try shelf.place(entry, stream: 1).new == nil)
    }

    @Test func `a file that has shrunk has another key`() throws {
        try Folder.write("media/a.mp4", bytes: 5)
        var shelf = Shelf()
        let old = try shelf.place(Self.entries()[0])
        try Folder.write("media/a.mp4", bytes: 3)
        #expect(try shelf.place(Self.entries()[0]).key != old.key)
    }

    @Test func `what is known grows until it is complete`() throws {
        try Folder.write("media/a.mp4")
        var shelf = Shelf()
        let key = try shelf.place(Self.entries()[0]).key
        guard case .waiting = shelf.progress(of: key) else {
            Issue.record("nothing is known at first")
            return
        }
        #expect(shelf.clip(key) == nil)
        shelf.note(Self.index(10, isComplete: false), progress: 0.3, for: key)
        let clip = try #require(shelf.clip(key))
        #expect((clip.table.count, clip.progress, clip.name) == (10, 0.3, "a.mp4"))
        #expect(clip.id == key.id)
        shelf.note(Self.index(20, isComplete: true), progress: 1, for: key)
        guard case .complete(let whole) = shelf.progress(of: key) else {
            Issue.record("everything is known in the end")
            return
        }
        #expect(whole.table.count == 20)
        #expect(shelf.source(key)?.index.table.count == 20)
    }

    @Test func `a failure is kept`() throws {
        try Folder.write("media/a.mp4")
        var shelf = Shelf()
        let key = try shelf.place(Self.entries()[0]).key
        shelf.note(.noStreams(file: "a.mp4"), for: key)
        guard case .failed(.noStreams) = shelf.progress(of: key) else {
            Issue.record("the failure is told to whoever asks next")
            return
        }
        #expect(shelf.clip(key) == nil)
    }

    @Test func `the least recently used leave, except those in use`() throws {
        for number in 10..<80 { try Folder.write("media/\(number).mp4") }
        let entries = try Self.entries()
        var shelf = Shelf()
        let keys = try entries.map { try shelf.place($0).key }
        _ = try shelf.place(entries[1])
        let left = shelf.tidy(keeping: [keys[0]])
        #expect(left == Array(keys[2...7]), "in the order of their last use")
        #expect(shelf.tidy(keeping: []) == [])
        let gone = keys.indices.filter { shelf.file(keys[$0]) == nil }
        #expect(gone == [2, 3, 4, 5, 6, 7], "64 stay")
        shelf.note(Self.index(10, isComplete: true), progress: 1, for: keys[2])
        #expect(shelf.clip(keys[2]) == nil, "a report that comes late is for nobody")
        #expect(try shelf.place(entries[2]).new != nil, "it can come back")
    }

    @Test func `a file that cannot be opened is not placed`() throws {
        try Folder.write("media/a.mp4")
        let entry = try Self.entries()[0]
        try Folder.remove("media/a.mp4")
        var shelf = Shelf()
        #expect(throws: MediaError.self) { try shelf.place(entry) }
    }

    private static func entries() throws -> [MediaLibrary.Entry] {
        try MediaLibrary([Folder.path()]).listing
    }

    private static func index(_ count: Int, isComplete: Bool) -> MediaIndex {
        MediaIndex(info: .plain(), table: .regular(count, isComplete: isComplete))
    }
}
