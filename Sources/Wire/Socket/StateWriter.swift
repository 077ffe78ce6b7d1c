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
