import ClipSupport
import Testing
import Timeline
import Wire

@testable import Scrubbing

@Suite("The sound of a client")
struct SoundFlowTests {
    /// A hundred frames of 40 ms.
    static let table = FrameTable(
        packets: (0..<100).map { frame in
            PacketRecord(
                pts: Timestamp(Int64(frame)),
                dts: Timestamp(Int64(frame)),
                position: Int64(frame),
                size: 1,
                flags: .key
            )
        },
        order: (0..<100).map(Int32.init),
        timebase: Timebase(1, 25)!,
        step: 1,
        isComplete: true
    )

    /// A client's sound, and what comes of it.
    struct Listener {
        var flow = SoundFlow()
        private(set) var sent: [UInt32] = []
        private(set) var decoding: [SoundTarget] = []

        init(_ scrub: SoundSettings.Scrub = .frame) {
            flow.configure(SoundSettings(scrub)!)
        }

        mutating func aim(_ frame: Int, seq: UInt32, isDue: Bool = false) {
            note(flow.aim(at: frame, in: SoundFlowTests.table, seq: seq, isDue: isDue))
        }

        /// Finishes the decode under way.
        mutating func decode(_ bytes: [UInt8]? = [1]) {
            decoding.removeFirst()
            note(flow.listened(bytes))
        }

        mutating func hear(_ seq: UInt32) { note(flow.heard(seq)) }

        private mutating func note(_ actions: [SoundFlow.Action]) {
            for action in actions {
                switch action {
                case .listen(let target): decoding.append(target)
                case .send(_, let seq): sent.append(seq)
                }
            }
        }
    }

    @Test func `is none until it is asked for`() {
        var listener = Listener(.off)
        listener.aim(3, seq: 1, isDue: true)
        #expect(listener.decoding.isEmpty)
        listener.flow = SoundFlow()
        listener.aim(3, seq: 2, isDue: true)
        #expect(listener.decoding.isEmpty)
    }

    @Test func `of targets that come meanwhile is that of the newest`() {
        var listener = Listener()
        for frame in 1...5 { listener.aim(frame, seq: UInt32(frame)) }
        #expect(listener.decoding.map(\.frame) == [1])
        listener.decode()
        #expect(listener.decoding.map(\.frame) == [5])
        listener.decode()
        #expect(listener.sent == [1, 5])
        #expect(listener.decoding.isEmpty)
    }

    @Test func `goes out twice unheard, and then the newest after one is heard`() {
        var listener = Listener()
        for frame in 1...6 {
            listener.aim(frame, seq: UInt32(frame))
            listener.decode()
        }
        #expect(listener.sent == [1, 2])
        listener.hear(1)
        #expect(listener.sent == [1, 2, 6])
        listener.hear(6)
        listener.aim(9, seq: 9)
        listener.decode()
        #expect(listener.sent == [1, 2, 6, 9])
    }

    @Test func `of a pointer that rests is heard once, and again where it lets go`() {
        var listener = Listener()
        listener.aim(3, seq: 1)
        listener.decode()
        listener.aim(3, seq: 2)
        #expect(listener.decoding.isEmpty)
        listener.aim(3, seq: 3, isDue: true)
        listener.decode()
        #expect(listener.sent == [1, 3])
    }

    @Test func `that is dropped before it leaves is not waited for`() {
        var listener = Listener()
        for seq in 1...2 {
            listener.aim(seq, seq: UInt32(seq))
            listener.decode()
        }
        listener.flow.dropped(2)
        listener.aim(7, seq: 7)
        listener.decode()
        #expect(listener.sent == [1, 2, 7])
    }

    @Test func `that cannot be decoded is skipped`() {
        var listener = Listener()
        listener.aim(1, seq: 1)
        listener.aim(2, seq: 2)
        listener.decode(nil)
        listener.decode()
        #expect(listener.sent == [2])
    }

    @Test func `that is switched off meanwhile is not sent`() {
        var listener = Listener()
        listener.aim(1, seq: 1)
        listener.flow.configure(SoundSettings(.off)!)
        listener.decode()
        #expect(listener.sent.isEmpty)
    }

    /// At 48 kHz a frame of 40 ms has 1920 samples, and 50 ms are 2400.
    @Test(arguments: [
        (SoundSettings.Scrub.frame, 0, Int64(0)..<2400), (.frame, 10, 19_200..<21_600),
        (.grain, 0, -2400..<2400), (.grain, 1, 0..<4800), (.grain, 10, 16_800..<21_600),
    ])
    func `is of these samples`(_ scrub: SoundSettings.Scrub, _ frame: Int, _ samples: Range<Int64>)
    {
        var listener = Listener(scrub)
        listener.aim(frame, seq: 1)
        #expect(listener.decoding.first?.samples == samples)
    }

    @Test func `in windows next to each other overlaps by half`() {
        var listener = Listener(.grain)
        var starts: Set<Int64> = []
        for frame in 0..<50 {
            listener.aim(frame, seq: UInt32(frame))
            if let target = listener.decoding.first {
                starts.insert(target.samples.lowerBound)
                #expect(target.samples.count == 4800)
                listener.decode()
            }
            listener.hear(UInt32(frame))
        }
        let sorted = starts.sorted()
        for (one, next) in zip(sorted, sorted.dropFirst()) {
            #expect((next - one).isMultiple(of: 2400))
        }
        #expect(sorted.count > 30)
    }

    @Test func `waits for the whole index`() {
        var flow = SoundFlow()
        flow.configure(SoundSettings(.frame)!)
        #expect(flow.aim(at: 1, in: Self.table.provisional(), seq: 1, isDue: true).isEmpty)
    }

    @Test func `has a header of thirty-two bytes, as pictures have`() {
        let header = SoundHeader(channels: 2, rate: 44_100, seq: 258, frame: 600, pts: -2)
        let hex = header.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(
            hex == "564e01100001000201b9000000000102" + "00000258fffffffffffffffe00000000"
        )
    }
}
