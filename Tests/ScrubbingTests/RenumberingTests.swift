import Basics
import ClipSupport
import Library
import Media
import Pictures
import TestSupport
import Testing
import Timeline
import Wire

@testable import Scrubbing

@Suite("Pictures while frames are given other numbers", .fuzzed)
struct RenumberingTests {
    @Test(arguments: [true, false], 0..<(20 * Fuzz.factor))
    func `none of another frame is ever sent as exact, and the last one is`(
        grows: Bool,
        seed: Int
    ) throws {
        let scan = StagedScan(step: 7, knowsAhead: seed % 3 > 0, claim: 6.3, grows: grows)
        var client = try RandomClient(of: scan, seed: UInt64(seed))
        while client.grow() { try client.act(12) }
        try client.act(20)
        try client.rest()
        let target = try #require(client.session.session.scrub?.state.target)
        #expect(target.exact)
        #expect(client.lastExact == target.pts)
        #expect(client.wrong.isEmpty, "\(client.wrong)")
    }
}

/// A client that does anything at any time, with decoders that are slow, and an index that grows
/// meanwhile.
struct RandomClient {
    /// A picture that is being made, of the index that there was then.
    private struct Work {
        let source: ClipSource
        let frame: Int
        var isGlance: Bool
    }

    var session: SessionClient
    /// Each picture that was called exact and was not the answer to its message.
    private(set) var wrong: [String] = []
    /// The time of the last picture that was called exact.
    private(set) var lastExact: Int64?

    private var clips: [Clip]
    private var random: SplitMix64
    private var works: [Work] = []
    private var seq: UInt32 = 0
    private var isDragging = false
    /// What each message was answered with last: the target's time.
    private var answers: [UInt32: Int64] = [:]

    init(of scan: StagedScan, seed: UInt64) throws {
        (clips, random) = (scan.clips, Fuzz.generator(seed + 700))
        session = try SessionClient(on: clips[0], preview: #"{"width":320}"#)
    }

    /// Takes the next index; `false` when there is none.
    mutating func grow() -> Bool {
        guard clips.count > 1 else { return false }
        clips.removeFirst()
        carryOut(session.session.show(clips[0], at: session.now))
        return true
    }

    mutating func act(_ count: Int) throws {
        for _ in 0..<count { try step(Int.random(in: 0..<9, using: &random)) }
    }

    /// Ends the drag and lets all that is under way come to its end.
    mutating func rest() throws {
        if isDragging { try step(1) }
        for _ in 0..<60 {
            if works.isEmpty { try step(7) } else { try step(5) }
        }
    }

    private mutating func step(_ what: Int) throws {
        switch (what, isDragging) {
        case (0, false):
            isDragging = true
            carryOut(session.say(#"{"type":"begin","gesture":1,"x":0,"y":0,"extent":100}"#))
        case (1, true):
            isDragging = false
            say(#"{"type":"end","gesture":1,"seq":SEQ}"#)
        case (0...3, true):
            let x = Double.random(in: -60...100, using: &random)
            say(#"{"type":"move","gesture":1,"seq":SEQ,"samples":[[0,\#(x),0]]}"#)
        case (1, false):
            let frame = Int.random(in: 0..<140, using: &random)
            say(#"{"type":"seek","seq":SEQ,"to":{"frame":\#(frame)}}"#)
        case (2...3, false):
            let position = Double.random(in: 0...1, using: &random)
            say(#"{"type":"seek","seq":SEQ,"to":{"position":\#(position)}}"#)
        case (4...6, _): finishWork()
        default:
            session.now += .milliseconds(100)
            carryOut(session.session.tick(at: session.now))
        }
        try look()
    }

    private mutating func say(_ json: String) {
        seq += 1
        carryOut(session.say(json.replacing("SEQ", with: "\(seq)")))
    }

    private mutating func carryOut(_ actions: [Session.Action]) {
        if let state = session.session.scrub?.state { answers[state.seq] = state.target.pts }
        for action in actions {
            switch action {
            case .find: carryOut(session.session.found(nil, at: session.now))
            case .decode(let target): begin(target.frame, isGlance: false)
            case .glance(_, let keyframe): begin(keyframe, isGlance: true)
            default: break
            }
        }
    }

    private mutating func begin(_ frame: Int, isGlance: Bool) {
        guard let source = try? ClipSource.unread(clips[0].table) else { return }
        works.append(Work(source: source, frame: frame, isGlance: isGlance))
    }

    private mutating func finishWork() {
        guard let index = works.indices.randomElement(using: &random) else { return }
        let work = works.remove(at: index)
        let time = work.source.index.table.pts(of: work.frame).ticks
        let frame = EncodedFrame(
            .fake(),
            frame: work.frame,
            of: work.source,
            decoded: 5,
            isReduced: work.isGlance
        )
        let now = session.now
        carryOut(
            work.isGlance
                ? session.session.glanced(at: time, .success(frame), now: now)
                : session.session.decoded(.success(frame), at: now)
        )
    }

    /// Looks at what was sent.
    private mutating func look() throws {
        let (_, pictures) = try session.read()
        for bytes in pictures {
            let header = try PreviewHeader(bytes: bytes)
            session.now += .milliseconds(5)
            carryOut(session.say(#"{"type":"painted","seq":\#(header.seq)}"#))
            let number = clips[0].number(ofFrameAt: header.pts)
            if let shown = header.number, shown != number { wrong.append("frame \(shown)") }
            guard header.flags.contains(.exact) else { continue }
            lastExact = header.pts
            if answers[header.seq] != header.pts { wrong.append("\(header)") }
        }
    }
}
