import Basics
import TestSupport
import Testing

@testable import Timeline

@Suite("A stored sound", .timeLimit(.minutes(10)), .fuzzed)
struct StoredSoundTests {
    static let key: [UInt8] = [7, 0, 255]

    static func track(_ packets: Int, _ generator: inout SplitMix64) -> SoundTrack {
        let map = SoundMapTests.random(packets, &generator)
        let clock = SoundClock(zero: Timestamp(-3), timebase: Timebase(1, 25)!, rate: 48_000)
        let length = 3000
        let points = (0..<(length + 255) / 256).flatMap { _ in
            [Int16.random(in: -99...0, using: &generator), .random(in: 0...99, using: &generator)]
        }
        let peaks = Peaks([points, points, points], base: 256, length: Int64(length))!
        return SoundTrack(map, on: clock, peaks)!
    }

    static func stored(_ packets: Int) -> [UInt8] {
        var generator = Fuzz.generator(74)
        return StoredSound.encode(key: key, media: "a.mp4", track(packets, &generator))
    }

    @Test(arguments: [0, 1, 100, 1000])
    func `is read as it was written`(_ packets: Int) throws {
        var generator = Fuzz.generator(74)
        let track = Self.track(packets, &generator)
        let stored = try StoredSound(decoding: Self.stored(packets))
        #expect(stored.track == track)
        #expect(stored.key == Self.key)
        #expect(stored.media == "a.mp4")
    }

    @Test func `with a byte changed, or cut, is refused`() {
        let bytes = Self.stored(20)
        var generator = Fuzz.generator(75)
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= UInt8.random(in: 1...255, using: &generator)
            #expect(throws: StoredError.self) { try StoredSound(decoding: changed) }
            #expect(throws: StoredError.self) {
                try StoredSound(decoding: Array(bytes.prefix(index)))
            }
        }
    }

    /// Whoever may write to the disk can write the checksum, too.
    @Test func `of any bytes that are sealed is read or refused, and never more than it can be`() {
        let body = Array(Self.stored(60).dropFirst(Envelope.size))
        let envelope = Envelope("VNSD", version: 1)
        var generator = Fuzz.generator(76)
        var read = 0
        for _ in 0..<3000 * Fuzz.factor {
            var changed = body
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: changed.indices, using: &generator)
                changed[index] = [0, 1, 0x7f, 0x80, 0xff, .random(in: 0...255, using: &generator)]
                    .randomElement(using: &generator)!
            }
            guard let stored = try? StoredSound(decoding: envelope.seal(changed)) else { continue }
            read += 1
            let (map, peaks) = (stored.track.map, stored.track.peaks)
            for sample in [Int64.min, -1, 0, 1, peaks.length, .max] {
                if let place = map.place(of: sample) { #expect(place.packet < map.packets) }
            }
            #expect(map.damaged <= map.packets)
            let count = peaks.count(samplesPerPoint: peaks.base)
            #expect(
                peaks.extremes(0..<count, plane: 0, samplesPerPoint: peaks.base).count == 2 * count
            )
        }
        #expect(read > 0)
    }
}
