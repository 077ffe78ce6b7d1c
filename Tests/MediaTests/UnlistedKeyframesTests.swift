import Foundation
import TestSupport
import Testing
import Timeline

@testable import Media

@Suite(
    "Seeks in files that list no keyframes",
    .serialized,
    .timeLimit(.minutes(2)),
    .scratchDirectory
)
struct UnlistedKeyframesTests {
    /// A minute with a keyframe each second, of noise that makes each GOP half a megabyte.
    static func film(_ name: String, _ options: [String]) throws -> String {
        let (path, noise) = (Scratch.directory + "/" + name, Scratch.directory + "/noise.mp4")
        let source = "nullsrc=size=320x240:rate=5:duration=60,geq=random(1)*255:128:128"
        let codec = ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "12", "-g", "5", "-bf", "2"]
        if !FileManager.default.fileExists(atPath: noise) {
            let command = ["-v", "error", "-f", "lavfi", "-i", source] + codec + [noise]
            _ = try Tool.run("ffmpeg", command)
        }
        _ = try Tool.run("ffmpeg", ["-v", "error", "-i", noise, "-c", "copy"] + options + [path])
        return path
    }

    @Test(arguments: [
        ("no-cues.mkv", ["-live", "1"]), ("cues.mkv", []), ("none.flv", []),
        ("listed.flv", ["-flvflags", "add_keyframe_index"]),
    ])
    func `read what they decode, and nothing before it`(
        _ name: String,
        _ options: [String]
    ) throws {
        let path = try Self.film(name, options)
        let index = try MediaIndex(scanning: OpenFile(path: path))
        let content = CountedContent(try OpenFile(path: path))
        var reader = try MediaReader(
            OpenFile(content, name: name),
            index: index,
            threads: 1
        )
        let size = index.table.packets.reduce(0) { $0 + Int64($1.size) }
        for frame in [287, 12, 150, 290, 3] {
            let before = content.fetched
            #expect(try reader.read(frame, .alone) { _, _ in true })
            // Of sixty GOPs, the one it is in, what is read ahead, and the search for its beginning.
            #expect(content.fetched - before < size / 8, "frame \(frame)")
        }
    }

    @Test(arguments: [
        ("no-cues.mkv", ["-live", "1"]), ("none.flv", []), ("noise.ts", []),
        ("noise.h264", ["-bsf:v", "h264_mp4toannexb"]),
    ])
    func `are looked for without reading what is between`(
        _ name: String,
        _ options: [String]
    ) throws {
        let content = CountedContent(try OpenFile(path: Self.film(name, options)))
        let (file, size) = (OpenFile(content, name: name), content.identity.size)
        let sampler = try KeyframeSampler(file, stream: nil, part: size / 4)
        guard var sampler else {
            Issue.record("it is not looked into")
            return
        }
        while !sampler.isDone { sampler.look(until: .now, isCancelled: { false }) }
        let found = sampler.keyframes
        // In the middle and at two quarters; the file's head is read for what it holds.
        #expect(found.count >= 3)
        #expect(content.fetched < size / 2)
    }

    @Test(arguments: ["-live", "-cues_to_front"])
    func `in a film of one GOP read no more than up to the frame`(_ option: String) throws {
        let path = Scratch.directory + "/one.mkv"
        let source = "nullsrc=size=320x240:rate=5:duration=60,geq=random(1)*255:128:128"
        let codec = ["-c:v", "libx264", "-preset", "ultrafast", "-qp", "12", "-g", "9999"]
        let command = ["-v", "error", "-f", "lavfi", "-i", source] + codec + [option, "1", path]
        _ = try Tool.run("ffmpeg", command)
        let index = try MediaIndex(scanning: OpenFile(path: path))
        #expect(index.table.keyframeCount == 1)
        let content = CountedContent(try OpenFile(path: path))
        var reader = try MediaReader(OpenFile(content, name: path), index: index, threads: 1)
        for frame in [12, 2, 15] {
            let before = content.fetched
            #expect(try reader.read(frame, .alone) { _, _ in true })
            #expect(content.fetched - before < content.identity.size / 4, "frame \(frame)")
        }
    }

    @Test(arguments: ["no-cues.mkv", "piped.mkv", "unsized.mkv", "unsized.webm", "h264.mkv"])
    func `find the cluster of each keyframe, which it is in`(_ name: String) throws {
        let file = try OpenFile(path: MatrixFile.path(name))
        let content = file.bytes(in: 0..<Int(file.size))
        let search = ElementSearch(kind: .cluster, file: file)
        let starts = (0..<content.count - 4).filter {
            content[$0..<$0 + 4].elementsEqual([0x1f, 0x43, 0xb6, 0x75])
        }
        let keyframes = try MediaIndex(scanning: file).table.packets.filter(\.isKeyframe)
        #expect(keyframes.count > 2)
        for keyframe in keyframes {
            // The films hold few bytes, none of which look like a cluster by chance.
            let last = try #require(starts.last { $0 < keyframe.position })
            #expect(search.element(holding: keyframe.position)?.start == Int64(last))
        }
    }

    @Test func `find the tag of each picture, and from any byte the next`() throws {
        let file = try OpenFile(path: MatrixFile.path("h264.flv"))
        let content = file.bytes(in: 0..<Int(file.size))
        let search = ElementSearch(kind: .tag, file: file)
        // Behind a header of nine bytes, each tag is followed by four that tell its length.
        var (starts, place) = ([Int](), 13)
        while place + 11 < content.count {
            starts.append(place)
            let length = content[place + 1...place + 3].reduce(0) { $0 << 8 | Int($1) }
            place += 11 + length + 4
        }
        for packet in try MediaIndex(scanning: file).table.packets {
            let last = try #require(starts.last { $0 <= packet.position })
            #expect(search.element(holding: packet.position)?.start == Int64(last))
        }
        for byte in stride(from: 0, to: content.count, by: 997) {
            let next = starts.first { $0 >= byte }
            let found = search.element(after: Int64(byte), reach: 1 << 20)
            #expect(found?.start == next.map(Int64.init))
        }
    }

    @Test func `give up soon where too much looks like a tag`() throws {
        // A tag of sound and nothing else at each byte, whose length is never said again.
        let path = try Scratch.write(
            (0..<2 << 20).map { $0.isMultiple(of: 11) ? 8 : $0 % 11 == 3 ? 99 : 0 },
            to: "tags.flv"
        )
        let content = CountedContent(try OpenFile(path: path))
        let search = ElementSearch(kind: .tag, file: OpenFile(content, name: "tags.flv"))
        #expect(search.element(after: 0, reach: 32 << 20) == nil)
        #expect(content.reads < 2000)
    }

    @Test func `find nothing where nothing is`() throws {
        let path = try Scratch.write([UInt8](repeating: 0x1f, count: 100_000), to: "nothing.mkv")
        let file = try OpenFile(path: path)
        for kind in [ElementSearch.Kind.cluster, .tag] {
            let search = ElementSearch(kind: kind, file: file)
            for place: Int64 in [0, 1, 50_000, 100_000, 1 << 40, .max] {
                #expect(search.element(holding: place) == nil)
                #expect(search.element(after: place, reach: 1 << 20) == nil)
            }
        }
    }
}
