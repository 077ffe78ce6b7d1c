import ScrubModel
import Testing
import Wire

@testable import Server

@Suite("Seeking")
struct SeekTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let start: Int
        let to: Destination
        let frame: Int
        var testDescription: String { "\(to) from \(start)" }
    }

    /// On 100 frames of 40 ms, keyframes at 0, 10, 20 …, chapters at frames 0, 30 and 70.
    static let cases = [
        Case(start: 0, to: .position(0), frame: 0),
        Case(start: 0, to: .position(0.5), frame: 50),
        Case(start: 0, to: .position(0.509), frame: 50),
        Case(start: 0, to: .position(1), frame: 99),
        Case(start: 0, to: .time(1), frame: 25),
        Case(start: 0, to: .time(1.039), frame: 25),
        Case(start: 9, to: .time(0), frame: 0),
        Case(start: 0, to: .time(4), frame: 99),
        Case(start: 0, to: .frame(99), frame: 99),
        Case(start: 0, to: .timecode("00:00:02:05"), frame: 55),
        Case(start: 0, to: .timecode("00:00:03:24"), frame: 99),
        Case(start: 50, to: .frames(-3), frame: 47),
        Case(start: 50, to: .frames(49), frame: 99),
        Case(start: 50, to: .frames(50), frame: 99),
        Case(start: 50, to: .frames(-51), frame: 0),
        Case(start: 50, to: .frames(.max), frame: 99),
        Case(start: 50, to: .frames(.min), frame: 0),
        Case(start: 55, to: .keyframe(.next), frame: 60),
        Case(start: 55, to: .keyframe(.previous), frame: 50),
        Case(start: 55, to: .keyframe(.nearest), frame: 50),
        Case(start: 56, to: .keyframe(.nearest), frame: 60),
        Case(start: 50, to: .keyframe(.next), frame: 60),
        Case(start: 50, to: .keyframe(.previous), frame: 40),
        Case(start: 50, to: .keyframe(.nearest), frame: 50),
        Case(start: 95, to: .keyframe(.next), frame: 95),
        Case(start: 0, to: .keyframe(.previous), frame: 0),
        Case(start: 0, to: .chapter(.next), frame: 30),
        Case(start: 30, to: .chapter(.next), frame: 70),
        Case(start: 70, to: .chapter(.next), frame: 70),
        Case(start: 35, to: .chapter(.previous), frame: 30),
        Case(start: 30, to: .chapter(.previous), frame: 0),
        Case(start: 0, to: .chapter(.previous), frame: 0),
        Case(start: 50, to: .step(3), frame: 50),
        Case(start: 50, to: .undo, frame: 0),
    ]

    @Test(arguments: cases)
    func `leads to the frame`(_ example: Case) throws {
        var hand = Hand(on: Self.clip)
        try hand.seek(.frame(example.start))
        try hand.seek(example.to)
        #expect(hand.frame == example.frame)
        #expect(hand.state.seq == 2)
        #expect(hand.state.raw == hand.state.position)
    }

    @Test(arguments: [
        Destination.frame(100), .frame(Int(UInt32.max)), .frame(-1), .time(4.03), .time(-0.03),
        .time(1e300), .time(-1e300), .timecode("00:00:04:00"), .timecode("23:59:59:24"),
        .timecode("noon"), .timecode("00:00:00:25"), .timecode(""),
    ])
    func `a place that is not there is an error and changes nothing`(_ to: Destination) throws {
        var hand = Hand(on: Self.clip)
        try hand.seek(.frame(42))
        let before = hand.state
        let error = #expect(throws: SessionError.self) { try hand.seek(to) }
        #expect(error?.code == .invalidMessage)
        #expect(error?.seq == 2)
        #expect(error?.message.contains("expected") == true)
        #expect(hand.state == before)
        #expect(try hand.undone(2) == [0, 0])
    }

    @Test func `while the file is scanned, the error says that more may come`() throws {
        for (isComplete, isHinted) in [(true, false), (false, true)] {
            var hand = Hand(on: .regular(isComplete: isComplete))
            let error = #expect(throws: SessionError.self) { try hand.seek(.frame(100)) }
            #expect(error?.message.contains("still being indexed") == isHinted)
        }
    }

    @Test func `a time rounded by others leads to the frame that was meant`() throws {
        var hand = Hand(on: Self.clip)
        try hand.seek(.time(0.9999999))
        #expect(hand.frame == 25)
        try hand.seek(.time(-0.0000001))
        #expect(hand.frame == 0)
    }

    @Test func `steps walk along the stops and stay on them`() throws {
        var hand = Hand(on: Self.clip)
        try hand.configure(.init(snap: Snap(stops: .step(0.3))))
        let walk = [1, 1, 1, 1, -2, -9].map { (count: Int) -> Double? in
            try? hand.seek(.step(count))
            return hand.state.position
        }
        #expect(walk == [0.3, 0.6, 3 * 0.3, 3 * 0.3, 0.3, 0])
        try hand.configure(.init(snap: Snap(stops: .count(4))))
        try hand.seek(.step(3))
        #expect(hand.state.stop == 3)
        try hand.seek(.step(.max))
        #expect(hand.state.position == 1)
    }

    @Test func `a seek goes past the stops, and what is left of snapping is gone`() throws {
        var hand = Hand(on: Self.clip)
        try hand.configure(.init(snap: Snap(stops: .count(2))))
        try hand.begin()
        try hand.move(to: 40)
        #expect((hand.state.position, hand.state.raw) == (0.5, 0.4))
        try hand.seek(.frame(33))
        #expect((hand.state.position, hand.state.raw) == (0.33, 0.33))
    }

    @Test func `going nowhere keeps the position between two frames`() throws {
        var hand = Hand(on: Self.clip)
        try hand.seek(.position(0.999))
        try hand.seek(.frames(1))
        #expect(hand.state.position == 0.999)
    }

    private static let clip = Clip(
        .regular(100),
        info: .plain(chapters: [0, 1200, 2800])
    )
}
