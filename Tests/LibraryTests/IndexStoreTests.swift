import Foundation
import Glibc
import TestSupport
import Testing
import Timeline

@testable import Library
@testable import Media

@Suite("A store of indexes", .timeLimit(.minutes(2)), .scratchDirectory)
struct IndexStoreTests {
    private let logged = LoggedLines()

    private var folder: String { Scratch.directory + "/deep/cache" }

    private func store(limit: Int = 1 << 20) -> IndexStore {
        IndexStore(folder: folder, byteLimit: limit, log: logged.add)
    }

    @Test(arguments: Sample.all)
    func `gives back what was scanned, in every respect`(_ sample: Sample) throws {
        let file = try OpenFile(path: sample.path)
        let scanned = try MediaIndex(of: file, store: store())
        let later = store()
        let known = try #require(later.index(of: OpenFile(path: sample.path)))
        #expect(known.info == scanned.info)
        #expect(known.table == scanned.table)
        #expect(later.counts == IndexStore.Counts(hits: 1, misses: 0))
        let frames = max(known.table.packets.count, 1)
        #expect(later.entries.map(\.media) == [sample.path])
        #expect(later.entries[0].bytes <= 6 * frames + 400, "\(later.entries[0].bytes) / \(frames)")
    }

    @Test func `leads a reader to the same pictures`() throws {
        let file = try OpenFile(path: Sample.hevc.path)
        _ = try MediaIndex(of: file, store: store())
        let known = try #require(store().index(of: file))
        var reader = try FrameReader(file, index: known)
        for frame in [0, 77, 149, 3] {
            var shown: Int?
            try reader.read(frame, .alone) { _, picture in
                let row = picture.luma8(row: picture.height / 20).map { UInt8($0) }
                shown = Barcode.read(luma: row, width: row.count, height: 1, stride: row.count)
                return true
            }
            #expect(shown == frame)
        }
    }

    @Test func `keeps the streams of a file apart`() throws {
        let file = try OpenFile(path: Sample.longGOP.path)
        let video = try MediaIndex(of: file, stream: 0, store: store())
        let audio = try MediaIndex(of: file, stream: 1, store: store())
        #expect(video.info.kind != audio.info.kind)
        #expect(store().index(of: file, stream: 0)?.table == video.table)
        #expect(store().index(of: file, stream: 1)?.table == audio.table)
        #expect(store().index(of: file) == nil)
    }

    @Test func `does not give back what another FFmpeg has scanned`() throws {
        let file = try OpenFile(path: Sample.hevc.path)
        let older = LibraryVersions(release: "5.1.9-0+deb12u1", numbers: [59, 59, 57, 6])
        let before = IndexStore(folder: folder, byteLimit: 1 << 20, versions: older)
        _ = try MediaIndex(of: file, store: before)
        #expect(before.index(of: file) != nil)
        #expect(store().index(of: file) == nil)
        _ = try MediaIndex(of: file, store: store())
        #expect(store().entries.count == 2)
    }

    @Test func `knows a file again that was renamed`() throws {
        let bytes = try Data(contentsOf: URL(filePath: Sample.hevc.path))
        let path = try Scratch.write(bytes, to: "a.mp4")
        _ = try MediaIndex(of: OpenFile(path: path), store: store())
        try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
        #expect(store().index(of: try OpenFile(path: path + ".old")) != nil)
    }

    @Test(arguments: Change.allCases)
    func `does not know a file again that has changed`(_ change: Change) throws {
        let bytes = try Data(contentsOf: URL(filePath: Sample.hevc.path))
        let path = try Scratch.write(bytes, to: "a.mp4")
        _ = try MediaIndex(of: OpenFile(path: path), store: store())
        var status = stat()
        stat(path, &status)
        try change.apply(to: path, bytes)
        var times = [status.st_atim, status.st_mtim]
        if change == .touched { times[1].tv_nsec ^= 1 }
        utimensat(AT_FDCWD, path, &times, 0)
        #expect(store().index(of: try OpenFile(path: path)) == nil)
    }

    @Test func `does not keep the index of a file that changed while it was scanned`() throws {
        let path = try Scratch.write(Data(contentsOf: URL(filePath: Sample.hevc.path)), to: "a.mp4")
        let file = try OpenFile(path: path)
        let index = try MediaIndex(scanning: file)
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data([0]))
        store().keep(index, of: file)
        #expect(store().entries.isEmpty)
    }

    @Test func `does not keep the index of a file that may still be written`() throws {
        let bytes = try Data(contentsOf: URL(filePath: Sample.hevc.path))
        for (age, count) in [(0.0, 0), (4, 0), (6, 1)] {
            let path = try Scratch.write(bytes, to: "a.mp4", secondsAgo: age)
            let index = try MediaIndex(of: OpenFile(path: path), store: store())
            #expect(index.table.count == Sample.hevc.frames)
            #expect(store().entries.count == count, "written \(age) seconds ago")
        }
    }

    @Test func `keeps what a recording has so far for its next scan, and for nothing else`() throws
    {
        let bytes = try Data(contentsOf: URL(filePath: Sample.transportStream.path))
        let path = try Scratch.write(bytes.prefix(bytes.count * 4 / 5), to: "a.ts", secondsAgo: 0)
        let early = try MediaIndex(of: OpenFile(path: path), store: store())
        #expect(store().index(of: try OpenFile(path: path)) == nil)
        #expect(store().unfinished(of: try OpenFile(path: path))?.table == early.table)
        try FileManager.default.copyItem(atPath: path, toPath: path + ".copy")
        #expect(store().unfinished(of: try OpenFile(path: path + ".copy")) == nil)

        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: bytes.suffix(bytes.count - bytes.count * 4 / 5))
        let file = try OpenFile(path: path)
        let late = try MediaIndex(of: file, store: store())
        #expect(try late.table == MediaIndex(scanning: file).table)
        #expect(store().unfinished(of: file)?.table == late.table)
        #expect(store().entries.map(\.media) == [path])
    }

    @Test func `lets the least recently used go first`() throws {
        let samples = [Sample.hevc, .vp9, .editList]
        let files = try samples.map { try OpenFile(path: $0.path) }
        for file in files.prefix(2) { _ = try MediaIndex(of: file, store: store()) }
        let size = store().entries.map(\.bytes).reduce(0, +)
        #expect(store().index(of: files[0]) != nil)
        // Space for two, of which the second was used before the first.
        _ = try MediaIndex(of: files[2], store: store(limit: size + 100))
        #expect(store().entries.map(\.media) == [samples[2].path, samples[0].path])
    }

    @Test func `counts bytes, from the last used on`() {
        let items = [(1, 30), (5, 40), (3, 50), (9, 20)].map { use, bytes in
            StoreFolder.Item(name: "\(use)", bytes: bytes, lastUse: .seconds(use))
        }
        for (limit, gone) in [
            (140, []), (139, ["1"]), (110, ["1"]), (109, ["3", "1"]), (60, ["3", "1"]),
            (59, ["5", "3", "1"]), (0, ["9", "5", "3", "1"]),
        ] {
            #expect(StoreFolder.surplus(of: items, beyond: limit).map(\.name) == gone, "\(limit)")
        }
    }

    /// What has happened to a file since it was scanned.
    enum Change: CaseIterable {
        case touched, grown, replaced, patchedAtTheStart, patchedAtTheEnd

        func apply(to path: String, _ bytes: Data) throws {
            var bytes = bytes
            switch self {
            case .touched: break
            case .grown: bytes.append(0)
            case .replaced:
                try bytes.write(to: URL(filePath: path + ".new"))
                #expect(rename(path + ".new", path) == 0)
            case .patchedAtTheStart: bytes[40] ^= 1
            case .patchedAtTheEnd: bytes[bytes.count - 1] ^= 1
            }
            try bytes.write(to: URL(filePath: path))
        }
    }
}

@Suite("A store of indexes that something is wrong with", .scratchDirectory)
struct BadIndexStoreTests {
    private let logged = LoggedLines()
    private var folder: String { Scratch.directory + "/cache" }
    private var store: IndexStore {
        IndexStore(folder: folder, byteLimit: 1 << 20, log: logged.add)
    }

    @Test func `makes a damaged index anew, and says nothing`() throws {
        let file = try OpenFile(path: Sample.vp9.path)
        let scanned = try MediaIndex(of: file, store: store)
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
        let good = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
        for bad in [Data(), good.dropLast(), Data("VNIX".utf8), good + [0], Data(count: 500)] {
            try bad.write(to: URL(filePath: "\(folder)/\(name)"))
            #expect(store.index(of: file) == nil)
            #expect(store.entries.map(\.media) == [nil])
            #expect(try MediaIndex(of: file, store: store).table == scanned.table)
            #expect(try Data(contentsOf: URL(filePath: "\(folder)/\(name)")) == good)
        }
        #expect(logged.lines.isEmpty)
    }

    @Test func `takes no index for that of another file`() throws {
        let files = try [Sample.vp9, .hevc].map { try OpenFile(path: $0.path) }
        let names = files.map { "\(folder)/\(Fingerprint(of: $0, stream: nil).name).vnix" }
        _ = try MediaIndex(of: files[0], store: store)
        try FileManager.default.moveItem(atPath: names[0], toPath: names[1])
        #expect(store.index(of: files[1]) == nil)
    }

    @Test func `that lies about the streams leads no reader astray`() throws {
        let index = try MediaIndex(scanning: OpenFile(path: Sample.longGOP.path))
        for (path, stream) in [(Sample.audio.path, 0), (Sample.longGOP.path, 5000)] {
            var lie = ByteWriter()
            index.info.encode(into: &lie, stream: stream)
            var reader = ByteReader(lie.bytes)
            let lying = MediaIndex(info: try MediaInfo(from: &reader), table: index.table)
            #expect(throws: MediaError.noSuchStream(file: path, stream: stream)) {
                _ = try FrameReader(OpenFile(path: path), index: lying)
            }
        }
    }

    @Test func `in a place that cannot be written says so once`() throws {
        _ = try Scratch.write("a file".utf8, to: "cache")
        let store = store
        for sample in [Sample.vp9, .hevc] {
            let index = try MediaIndex(of: OpenFile(path: sample.path), store: store)
            #expect(index.table.count == sample.frames)
        }
        #expect(logged.lines.count == 1)
        #expect(logged.lines.first?.contains(folder) == true)
        #expect(store.entries.isEmpty)
    }

    @Test func `removes what a writer left that has died, and not what one is writing`() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (name, age) in [("dead", 7200.0), ("alive", 60)] {
            let path = "\(folder)/\(name).vnix-new"
            try Data([1]).write(to: URL(filePath: path))
            let date = Date().addingTimeInterval(-age)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        }
        _ = try MediaIndex(of: OpenFile(path: Sample.vp9.path), store: store)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(left.filter { $0.hasSuffix("-new") } == ["alive.vnix-new"])
    }

    @Test func `leaves files alone that are none of its own`() throws {
        _ = try MediaIndex(of: OpenFile(path: Sample.vp9.path), store: store)
        let others = ["notes.txt", "short.vnix", "new-notes", String(repeating: "g", count: 32)]
        for name in others {
            try Data([1]).write(to: URL(filePath: "\(folder)/\(name)"))
        }
        #expect(try store.clear() == 1)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(left.sorted() == others.sorted())
    }

    @Test func `is used by many at once`() async throws {
        let paths = Sample.videos.map(\.path)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for round in 0..<8 {
                // Too small for all, so that each round removes what others read.
                let store = IndexStore(folder: folder, byteLimit: 5000, log: logged.add)
                group.addTask {
                    for path in round.isMultiple(of: 2) ? paths : paths.reversed() {
                        let file = try OpenFile(path: path)
                        let index = try MediaIndex(of: file, store: store)
                        #expect(try index.table == MediaIndex(scanning: file).table)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(logged.lines.isEmpty)
        #expect(store.entries.map(\.bytes).reduce(0, +) <= 5000)
    }
}

extension MediaInfo {
    /// Encodes the information, but with another stream's number.
    fileprivate func encode(into writer: inout ByteWriter, stream: Int) {
        MediaInfo(
            kind: kind,
            container: container,
            codec: codec,
            stream: stream,
            timebase: timebase,
            frameRate: frameRate,
            storedSize: storedSize,
            rotation: rotation,
            sampleAspect: sampleAspect,
            startTimecode: startTimecode,
            chapters: chapters,
            streams: streams,
            cover: cover,
            containerDuration: containerDuration,
            estimatedDuration: estimatedDuration
        ).encode(into: &writer)
    }
}
