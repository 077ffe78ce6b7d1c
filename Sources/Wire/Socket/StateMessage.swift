public import ScrubModel

/// Where the scrubber stands, and which frame that is.
public struct StateMessage: Codable, Equatable, Sendable {
    /// Whether a gesture is under way.
    public enum Phase: String, Codable, Sendable {
        /// No gesture is under way.
        case idle

        /// A gesture is under way.
        case scrubbing
    }

    /// The message that this answers; 0 before there was one.
    public var seq: UInt32

    /// Whether a gesture is under way.
    public var phase: Phase

    /// The position after snapping, in 0...1.
    public var position: Double

    /// The position before snapping, in 0...1.
    public var raw: Double

    /// How far the position moves per unit of horizontal motion: 1 on the bar.
    public var gain: Double

    /// Seconds that one unit of x is worth now; `null` while no gesture gives x a unit.
    @Nullable public var secondsPerUnit: Double?

    /// Frames that one unit of x is worth now; `null` while no gesture gives x a unit.
    @Nullable public var framesPerUnit: Double?

    /// The number of the nearest stop, when snapping to stops.
    public var stop: Int?

    /// The id of who leads, if the leader's move led here and not the client's own.
    public var by: String?

    /// The frame that the position resolves to.
    public var target: TargetDescription

    /// Creates a state.
    public init(
        seq: UInt32,
        phase: Phase,
        position: Double,
        raw: Double,
        gain: Double,
        secondsPerUnit: Double? = nil,
        framesPerUnit: Double? = nil,
        stop: Int? = nil,
        target: TargetDescription
    ) {
        self.seq = seq
        self.phase = phase
        self.position = position
        self.raw = raw
        self.gain = gain
        self.secondsPerUnit = secondsPerUnit
        self.framesPerUnit = framesPerUnit
        self.stop = stop
        self.target = target
    }
}

extension StateMessage {
    /// Creates the state of a scrubber.
    ///
    /// `framesPerTrack` and `secondsPerTrack` are the media's whole length; `finder` knows the
    /// stops on it.
    public init(
        seq: UInt32,
        scrubber: Scrubber,
        among finder: some StopFinder = NoStops(),
        secondsPerTrack: Double,
        framesPerTrack: Double,
        target: TargetDescription
    ) {
        self.init(
            seq: seq,
            phase: scrubber.phase == .idle ? .idle : .scrubbing,
            position: scrubber.position,
            raw: scrubber.raw,
            gain: scrubber.gain,
            secondsPerUnit: scrubber.worthOfUnit(secondsPerTrack),
            framesPerUnit: scrubber.worthOfUnit(framesPerTrack),
            stop: scrubber.stop(among: finder),
            target: target
        )
    }
}

extension Scrubber {
    /// How much of a track that is `length` long one unit of x is worth now.
    ///
    /// `nil` without a gesture, and beyond what a double can hold.
    fileprivate func worthOfUnit(_ length: Double) -> Double? {
        guard let extent else { return nil }
        let worth = gain / extent * length
        return worth.isFinite ? worth : nil
    }
}

extension StateMessage {
    /// The number of the message that a state answers, or `nil` for what is no state.
    ///
    /// A load reads ten thousand of them a second, and nothing else of them: those that look as
    /// ``StateWriter`` writes them are searched rather than decoded.
    public static func seq(in json: [UInt8]) -> UInt32? {
        if let seq = plainSeq(in: json) { return seq }
        guard case .state(let state) = try? ServerMessage(json: json) else { return nil }
        return state.seq
    }

    private static let name = Array(#","seq":"#.utf8)
    private static let end = Array(#","type":"state"}"#.utf8)

    /// Of the fields that follow each other in a state, this one's name stands in no other, not
    /// even in a string, where its quotes would be escaped.
    private static func plainSeq(in json: [UInt8]) -> UInt32? {
        guard json.suffix(end.count).elementsEqual(end) else { return nil }
        let starts = json.indices.dropLast(end.count)
        guard let start = starts.first(where: { json[$0...].starts(with: name) }) else {
            return nil
        }
        let digits = json[(start + name.count)...].prefix { (0x30...0x39).contains($0) }
        return UInt32(String(decoding: digits, as: UTF8.self))
    }
}

/// Writes a `state`, the answer to every move, byte for byte as the encoder would.
///
/// Foundation's encoder takes twice as long for one as everything else about it.
struct StateWriter {
    private var bytes: [UInt8] = []

    /// The message, or `nil` when it holds what only the encoder knows how to write.
    static func write(_ state: StateMessage) -> [UInt8]? {
        guard state.isPlain else { return nil }
        var writer = StateWriter()
        writer.bytes.reserveCapacity(480)
        writer.write(state)
        return writer.bytes
    }

    private mutating func write(_ state: StateMessage) {
        put("{")
        if let leader = state.by {
            put(#""by":""#)
            put(leader)
            put(#"","#)
        }
        put(#""framesPerUnit":"#, state.framesPerUnit)
        put(#","gain":"#, state.gain)
        put(#","phase":""#)
        put(state.phase == .idle ? "idle" : "scrubbing")
        put(#"","position":"#, state.position)
        put(#","raw":"#, state.raw)
        put(#","secondsPerUnit":"#, state.secondsPerUnit)
        put(#","seq":"#, Int(state.seq))
        if let stop = state.stop { put(#","stop":"#, stop) }
        put(#","target":"#)
        write(state.target)
        put(#","type":"state"}"#)
    }

    private mutating func write(_ target: TargetDescription) {
        put(#"{"exact":"#, target.exact)
        put(#","frame":"#, target.frame)
        put(#","key":"#, target.key)
        put(#","keyframe":{"frame":"#, target.keyframe.frame)
        put(#","pts":"#, Int(target.keyframe.pts))
        put(#","time":"#, target.keyframe.time)
        put(#"},"pts":"#, Int(target.pts))
        put(#","time":"#, target.time)
        put(#","timecode":""#)
        put(target.timecode)
        put(#""}"#)
    }

    private mutating func put(_ text: String) { bytes += text.utf8 }

    private mutating func put(_ name: String, _ value: Double?) {
        put(name)
        put(value?.description ?? "null")
        // Swift writes 1.0 where JSON's 1 will do.
        if bytes.suffix(2).elementsEqual(".0".utf8) { bytes.removeLast(2) }
    }

    private mutating func put(_ name: String, _ value: Int?) {
        put(name)
        guard let value else { return put("null") }
        // The library's generic encoder takes as long as all of the rest.
        let start = bytes.count
        var rest = value.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        bytes[start...].reverse()
    }

    private mutating func put(_ name: String, _ value: Bool) {
        put(name)
        put(value ? "true" : "false")
    }
}

extension StateMessage {
    /// Whether all numbers are finite, and no character of a text needs an escape.
    fileprivate var isPlain: Bool {
        position.isFinite && raw.isFinite && gain.isFinite
            && secondsPerUnit?.isFinite != false && framesPerUnit?.isFinite != false
            && target.time.isFinite && target.keyframe.time.isFinite
            && target.timecode.isPlain && by?.isPlain != false
    }
}

extension String {
    /// Whether none of its characters needs an escape.
    fileprivate var isPlain: Bool {
        utf8.allSatisfy {
            $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
    }
}
