import Basics
import TestSupport
import Testing

@testable import Timeline

@Suite("A map of sound")
struct SoundMapTests {
    /// The lengths of packets, and the gap before each.
    static func map(_ packets: [(length: Int, gap: Int64)]) -> SoundMap {
        var map = SoundMap(SoundFormat(rate: 48_000, channels: 2)!)
        var next: Int64 = -5
        for (number, packet) in packets.enumerated() {
            let record = PacketRecord(
                pts: Timestamp(Int64(number) * 1024),
                dts: nil,
                position: Int64(number) * 300,
                size: 300 + number % 7
            )
            map.add(record, from: next + packet.gap, length: packet.length)
            if packet.length > 0 { next += packet.gap + Int64(packet.length) }
        }
        return map
    }

    static func random(_ count: Int, _ generator: inout SplitMix64) -> SoundMap {
        map(
            (0..<count).map { _ in
                let length = [0, 128, 1024, 1024, 1024, 1024].randomElement(using: &generator)!
                let gap = Int.random(in: 0..<9, using: &generator) == 0 ? 700 : 0
                return (length, Int64(gap))
            }
        )
    }

    @Test func `finds the packet of each sample, as counting them does`() {
        var generator = Fuzz.generator(71)
        for _ in 0..<20 {
            let lengths = (0..<40).map { _ in
                (length: [0, 3, 5, 5].randomElement(using: &generator)!, gap: Int64(0))
            }
            var owners: [Int] = []
            for (number, packet) in lengths.enumerated() {
                owners += Array(repeating: number, count: packet.length)
            }
            let map = Self.map(lengths)
            for (index, owner) in owners.enumerated() {
                #expect(map.place(of: Int64(index) - 5)?.packet == owner)
                #expect(map.place(ofPacket: owner)?.samples.contains(Int64(index) - 5) == true)
            }
            #expect(map.place(of: Int64(owners.count) - 5) == nil)
            #expect(map.end == Int64(owners.count) - (owners.isEmpty ? 0 : 5))
        }
    }

    @Test func `has nothing in a gap, and the next packet after it`() throws {
        let map = Self.map([(4, 0), (4, 10), (4, 0)])
        let place = try #require(map.place(of: 3))
        #expect(place.packet == 1)
        #expect(place.samples == 9..<13)
    }

    @Test func `keeps one packet in thirty-two to check seeks with`() {
        let map = Self.map(Array(repeating: (1024, 0), count: 100))
        #expect(map.anchors.map(\.packet) == [0, 32, 64, 96])
        #expect(map.runs.count == 1)
        #expect(map.anchor(before: 63).map { map.anchors[$0].packet } == 32)
    }

    @Test func `of any sound is read as it was written`() throws {
        var generator = Fuzz.generator(72)
        for count in [0, 1, 31, 32, 33, 500] {
            let map = Self.random(count, &generator)
            var writer = ByteWriter()
            map.encode(into: &writer)
            var reader = ByteReader(writer.bytes)
            #expect(try SoundMap(from: &reader) == map)
            try reader.finish()
        }
    }
}

@Suite("Peaks")
struct PeaksTests {
    /// Peaks of samples, found one by one.
    static func peaks(_ samples: [Int16]) -> Peaks {
        let points = stride(from: 0, to: samples.count, by: 256).flatMap { start in
            let part = samples[start..<min(start + 256, samples.count)]
            return [part.min()!, part.max()!]
        }
        return Peaks([points], base: 256, length: Int64(samples.count))!
    }

    static func noise(_ count: Int, _ generator: inout SplitMix64) -> [Int16] {
        (0..<count).map { _ in Int16.random(in: .min ... .max, using: &generator) }
    }

    @Test(arguments: [256, 512, 768, 1024, 2560, 4096, 1 << 20])
    func `of any zoom are the least and greatest of their samples`(_ width: Int) {
        var generator = Fuzz.generator(73)
        let samples = Self.noise(20_000, &generator)
        let peaks = Self.peaks(samples)
        #expect(peaks.allows(samplesPerPoint: width))
        let count = peaks.count(samplesPerPoint: width)
        #expect(count == (samples.count + width - 1) / width)
        let found = peaks.extremes(0..<count, plane: 0, samplesPerPoint: width)
        for point in 0..<count {
            let part = samples[point * width..<min((point + 1) * width, samples.count)]
            #expect(found[2 * point] == part.min())
            #expect(found[2 * point + 1] == part.max())
        }
    }

    @Test(arguments: [0, 1, 255, 257, 1000])
    func `are not of any number of samples`(_ width: Int) {
        #expect(!Self.peaks(Array(repeating: 1, count: 600)).allows(samplesPerPoint: width))
    }

    /// Ten days of 8 kHz take no more than two hours of a film.
    @Test(arguments: [1, 3, 7, 9])
    func `of the longest sound are few`(_ planes: Int) throws {
        let tenDays: Int64 = 10 * 86_400 * 8000
        let lengths: [Int64] = [1, 255, 256, 1 << 20, tenDays, (1 << 48) - 1]
        for length in lengths {
            let base = try #require(Peaks.base(for: length, planes: planes))
            #expect(base.isMultiple(of: 256))
            let points = (length - 1) / Int64(base) + 1
            #expect(points * Int64(planes) <= 1 << 22)
        }
        #expect(Peaks.base(for: 0, planes: planes) == nil)
        #expect(Peaks.base(for: 1 << 48, planes: planes) == nil)
    }
}

@Suite("A clock of sound")
struct SoundClockTests {
    static let film = Timebase(1001, 24_000)!
    static let clock = SoundClock(zero: Timestamp(7), timebase: film, rate: 48_000)

    /// Frame n of 23.976 starts with sample 2002 n.
    @Test(arguments: [0, 1, 2, 1000, 1 << 40])
    func `leads from frames to the first sample in them`(_ frame: Int64) {
        #expect(Self.clock.sample(at: Timestamp(7 + frame)) == 2002 * frame)
        let odd = Self.clock.at(rate: 44_100)
        // 44100 × 1001 ÷ 24000, rounded up.
        let exact = Int128(frame) * 44_100 * 1001
        #expect(odd.sample(at: Timestamp(7 + frame)) == Int64((exact + 23_999) / 24_000))
    }

    @Test(arguments: [(0, -14_014), (1, -13_966), (292, 2), (-1000, -62_014)])
    func `leads from milliseconds to the nearest sample`(_ time: Int, _ sample: Int) {
        let milliseconds = Timebase(1, 1000)!
        let found = Self.clock.sample(nearest: Timestamp(Int64(time)), in: milliseconds)
        #expect(found == Int64(sample))
    }

    @Test func `survives the furthest times`() {
        let base = Timebase(Int64(Int32.max), 1)!
        let clock = SoundClock(zero: Timestamp(-(1 << 60)), timebase: base, rate: 1 << 24)
        #expect(clock.sample(at: Timestamp(1 << 60)) == .max)
        #expect(clock.sample(nearest: Timestamp(1 << 60), in: Timebase(1, 1)!) == .max)
    }
}
