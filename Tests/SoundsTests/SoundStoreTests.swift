import ClipSupport
import Foundation
import Library
import TestSupport
import Testing

@testable import Media
@testable import Sounds
@testable import Timeline

@Suite("A store of sounds", .scratchDirectory)
struct SoundStoreTests {
    private let logged = LoggedLines()

    private func store(limit: Int = 1 << 20) -> SoundStore {
        SoundStore(folder: "\(Scratch.directory)/sounds", byteLimit: limit, log: logged.add)
    }

    /// A file, the job of its sound, and a track that could be that.
    private struct Fixture {
        let file: OpenFile
        let job: SoundJob
        let track: SoundTrack
    }

    private func fixture(_ name: String = "a.wav", end: Int64 = 4000) throws -> Fixture {
        let path = try Scratch.write((0..<200).map { UInt8($0) }, to: name)
        let timebase = Timebase(1, 8000)!
        let packet = PacketRecord(pts: Timestamp(0), dts: nil, position: 44, size: 8000)
        let table = FrameTable(
            packets: [packet],
            order: [0],
            timebase: timebase,
            step: end,
            isComplete: true
        )
        let job = SoundJob(name, stream: 0, shown: 0, of: table)
        var map = SoundMap(SoundFormat(rate: 8000, channels: 1)!)
        map.add(packet, from: 0, length: 4000)
        let length = SoundClock(zero: table.first, timebase: timebase, rate: 8000)
            .sample(at: table.end)
        let points = (0..<(Int(length) + 255) / 256).flatMap { [Int16(-$0), Int16($0)] }
        let peaks = try #require(Peaks([points], base: 256, length: length))
        let track = try #require(SoundTrack(map, on: table.soundClock(rate: 8000), peaks))
        return Fixture(file: try OpenFile(path: path), job: job, track: track)
    }

    @Test func `gives back what was kept, to every process`() throws {
        let sound = try fixture()
        #expect(store().track(of: sound.job, in: sound.file) == nil)
        store().keep(sound.track, of: sound.job, in: sound.file)
        #expect(store().track(of: sound.job, in: sound.file) == sound.track)
        #expect(logged.lines.isEmpty)
    }

    @Test func `takes none for that of other frames`() throws {
        let (sound, other) = (try fixture(), try fixture(end: 4001))
        store().keep(sound.track, of: sound.job, in: sound.file)
        #expect(store().track(of: other.job, in: sound.file) == nil)
    }

    @Test func `refuses a file that is cut, changed or of another sound`() throws {
        let (sound, other) = (try fixture(), try fixture("b.wav"))
        for one in [sound, other] { store().keep(one.track, of: one.job, in: one.file) }
        let folder = "\(Scratch.directory)/sounds/"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).map { folder + $0 }
        #expect(files.count == 2)
        let bytes = try Data(contentsOf: URL(filePath: files[0]))
        var changed = bytes
        changed[bytes.count / 2] ^= 1
        let swapped = try Data(contentsOf: URL(filePath: files[1]))
        for bad in [changed, bytes.dropLast(7), Data(), swapped] {
            try bad.write(to: URL(filePath: files[0]))
            let found = [sound, other].count { store().track(of: $0.job, in: $0.file) != nil }
            #expect(found == 1)
        }
        for one in [sound, other] { store().keep(one.track, of: one.job, in: one.file) }
        #expect(store().track(of: sound.job, in: sound.file) == sound.track)
    }

    @Test func `that is full lets the least recently used go`() throws {
        let sounds = try ["a.wav", "b.wav", "c.wav"].map { try fixture($0) }
        store().keep(sounds[0].track, of: sounds[0].job, in: sounds[0].file)
        let size = store().entries[0].bytes
        let small = store(limit: 2 * size + 20)
        small.keep(sounds[1].track, of: sounds[1].job, in: sounds[1].file)
        #expect(small.track(of: sounds[0].job, in: sounds[0].file) != nil)
        small.keep(sounds[2].track, of: sounds[2].job, in: sounds[2].file)
        let kept = sounds.map { small.track(of: $0.job, in: $0.file) != nil }
        #expect(kept == [true, false, true])
        #expect(try small.clear() == 2)
        #expect(small.entries.isEmpty)
    }
}
