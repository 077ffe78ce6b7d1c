import ClipSupport
import Media
import TestSupport
import Testing
import Timeline
import Wire

@testable import Library

@Suite("Open media", .scratchDirectory)
struct OpenMediaTests {
    @Test func `a file is new once`() throws {
        try Folder.write("media/a.mp4")
        var openMedia = OpenMedia()
        let entry = try Self.entries()[0]
        let (key, file) = try openMedia.open(entry)
        #expect(file != nil)
        let again = try openMedia.open(entry)
        #expect(again.key == key)
        #expect(again.new == nil)
        #expect(openMedia.file(key) === file)
    }

    @Test func `a replaced file has another key, and the old one stays readable`() throws {
        try Folder.write("media/a.mp4", bytes: 3)
        var openMedia = OpenMedia()
        let old = try openMedia.open(Self.entries()[0])
        try Folder.remove("media/a.mp4")
        try Folder.write("media/a.mp4", bytes: 4)
        let new = try openMedia.open(Self.entries()[0])
        #expect(new.key.id == old.key.id)
        #expect(new.key != old.key)
        #expect(new.new != nil, "it is scanned anew")
        #expect(openMedia.file(old.key)?.size == 3)
    }

    @Test func `another stream of a file is another clip, with tags of its own`() throws {
        try Folder.write("media/a.mp4")
        var openMedia = OpenMedia()
        let entry = try Self.entries()[0]
        let opened = try [nil, 0, 1].map { try openMedia.open(entry, stream: $0) }
        #expect(opened.allSatisfy { $0.new != nil })
        #expect(Set(opened.map(\.key)).count == 3)
        #expect(Set(opened.map(\.key)).count == 3)
        #expect(opened.map(\.key.stream) == [nil, 0, 1])
        #expect(try openMedia.open(entry, stream: 1).new == nil)
    }

    @Test func `a file that has shrunk has another key`() throws {
        try Folder.write("media/a.mp4", bytes: 5)
        var openMedia = OpenMedia()
        let old = try openMedia.open(Self.entries()[0])
        try Folder.write("media/a.mp4", bytes: 3)
        #expect(try openMedia.open(Self.entries()[0]).key != old.key)
    }

    @Test func `what is known grows until it is complete`() throws {
        try Folder.write("media/a.mp4")
        var openMedia = OpenMedia()
        let key = try openMedia.open(Self.entries()[0]).key
        guard case .waiting = openMedia.progress(of: key) else {
            Issue.record("nothing is known at first")
            return
        }
        #expect(openMedia.clip(key) == nil)
        openMedia.note(Self.index(10, isComplete: false), progress: 0.3, for: key)
        let clip = try #require(openMedia.clip(key))
        #expect((clip.table.count, clip.progress, clip.name) == (10, 0.3, "a.mp4"))
        #expect(clip.id == key.id)
        openMedia.note(Self.index(20, isComplete: true), progress: 1, for: key)
        guard case .complete(let whole) = openMedia.progress(of: key) else {
            Issue.record("everything is known in the end")
            return
        }
        #expect(whole.table.count == 20)
        #expect(openMedia.source(key)?.index.table.count == 20)
    }

    @Test func `what is decoded is told, before there is a frame and beside those there are`()
        throws
    {
        try Folder.write("media/a.mp4")
        var openMedia = OpenMedia()
        let key = try openMedia.open(Self.entries()[0]).key
        let decode = WholeDecode(.missing, progress: 0.25)
        openMedia.note(decode, for: key)
        guard case .decoding(decode, let version) = openMedia.progress(of: key) else {
            Issue.record("no frame is known yet")
            return
        }
        let told = IndexMessage(decode, version: version)
        #expect((told.frames, told.progress, told.reason) == (0, 0.25, .timesMissing))
        openMedia.note(Self.index(10, isComplete: false), progress: 0.9, for: key)
        openMedia.note(WholeDecode(.stepBack, progress: 0.5), for: key)
        let clip = try #require(openMedia.clip(key))
        let beside = IndexMessage(clip)
        #expect((beside.frames, beside.progress, beside.reason) == (10, 0.5, .timesStepBack))
        #expect((beside.version, clip.progress) == (version, 0.9))
        openMedia.note(Self.index(20, isComplete: true), progress: 1, for: key)
        let whole = try #require(openMedia.clip(key))
        #expect(IndexMessage(whole).reason == nil)
    }

    @Test func `a failure is kept`() throws {
        try Folder.write("media/a.mp4")
        var openMedia = OpenMedia()
        let key = try openMedia.open(Self.entries()[0]).key
        openMedia.note(.noStreams(file: "a.mp4"), for: key)
        guard case .failed(.noStreams) = openMedia.progress(of: key) else {
            Issue.record("the failure is told to whoever asks next")
            return
        }
        #expect(openMedia.clip(key) == nil)
    }

    @Test func `the least recently used are closed, except those in use`() throws {
        for number in 10..<80 { try Folder.write("media/\(number).mp4") }
        let entries = try Self.entries()
        var openMedia = OpenMedia()
        let keys = try entries.map { try openMedia.open($0).key }
        _ = try openMedia.open(entries[1])
        let left = openMedia.closeIdle(keeping: [keys[0]])
        #expect(left == Array(keys[2...7]), "in the order of their last use")
        #expect(openMedia.closeIdle(keeping: []) == [])
        let gone = keys.indices.filter { openMedia.file(keys[$0]) == nil }
        #expect(gone == [2, 3, 4, 5, 6, 7], "64 stay")
        openMedia.note(Self.index(10, isComplete: true), progress: 1, for: keys[2])
        #expect(openMedia.clip(keys[2]) == nil, "a report that comes late is for nobody")
        #expect(try openMedia.open(entries[2]).new != nil, "it can come back")
    }

    @Test func `a file that cannot be opened is not kept`() throws {
        try Folder.write("media/a.mp4")
        let entry = try Self.entries()[0]
        try Folder.remove("media/a.mp4")
        var openMedia = OpenMedia()
        #expect(throws: MediaError.self) { try openMedia.open(entry) }
    }

    private static func entries() throws -> [MediaLibrary.Entry] {
        try MediaLibrary([Folder.path()]).listing
    }

    private static func index(_ count: Int, isComplete: Bool) -> MediaIndex {
        MediaIndex(info: .plain(), table: .regular(count, isComplete: isComplete))
    }
}

extension OpenMedia {
    /// Opens an entry's file, and takes it; `new` is the file if it needs a scan.
    mutating func open(
        _ entry: MediaLibrary.Entry,
        stream: Int? = nil
    ) throws -> (key: ClipKey, new: OpenFile?) {
        let file = try entry.open()
        let (key, isNew) = take(file, of: entry, stream: stream)
        return (key, isNew ? file : nil)
    }

    /// The clip of `key` with the frames found so far.
    func clip(_ key: ClipKey) -> Clip? {
        switch items[key]?.progress {
        case .scanning(let clip), .complete(let clip): clip
        default: nil
        }
    }
}
