/// Writes a `state`, the answer to every move, byte for byte as the encoder would.
///
/// Foundation's encoder takes twice as long for one as everything else about it.
struct StateWriter {
    private var text = ""

    /// The message, or `nil` when it holds what only the encoder knows how to write.
    static func write(_ state: StateMessage) -> [UInt8]? {
        guard state.isPlain else { return nil }
        var writer = StateWriter()
        writer.text.reserveCapacity(400)
        writer.write(state)
        return Array(writer.text.utf8)
    }

    private mutating func write(_ state: StateMessage) {
        put(#"{"framesPerUnit":"#, state.framesPerUnit)
        put(#","gain":"#, state.gain)
        text += state.phase == .idle ? #","phase":"idle","# : #","phase":"scrubbing","#
        put(#""position":"#, state.position)
        put(#","raw":"#, state.raw)
        put(#","secondsPerUnit":"#, state.secondsPerUnit)
        put(#","seq":"#, state.seq)
        if let stop = state.stop { put(#","stop":"#, stop) }
        text += #","target":"#
        write(state.target)
        text += #","type":"state"}"#
    }

    private mutating func write(_ target: TargetDescription) {
        put(#"{"exact":"#, target.exact)
        put(#","frame":"#, target.frame)
        put(#","key":"#, target.key)
        put(#","keyframe":{"frame":"#, target.keyframe.frame)
        put(#","pts":"#, target.keyframe.pts)
        put(#","time":"#, target.keyframe.time)
        put(#"},"pts":"#, target.pts)
        put(#","time":"#, target.time)
        text += #","timecode":""#
        text += target.timecode
        text += #""}"#
    }

    private mutating func put(_ name: String, _ value: Double?) {
        text += name
        guard let value else { return text += "null" }
        let digits = value.description
        // Swift writes 1.0 where JSON's 1 will do.
        let isWhole = digits.utf8.suffix(2).elementsEqual(".0".utf8)
        text += isWhole ? digits.dropLast(2) : digits[...]
    }

    private mutating func put(_ name: String, _ value: (some BinaryInteger)?) {
        text += name
        text += value?.description ?? "null"
    }

    private mutating func put(_ name: String, _ value: Bool) {
        text += name
        text += value ? "true" : "false"
    }
}

extension StateMessage {
    /// Whether all numbers are finite, and no character of the timecode needs an escape.
    fileprivate var isPlain: Bool {
        position.isFinite && raw.isFinite && gain.isFinite
            && secondsPerUnit?.isFinite != false && framesPerUnit?.isFinite != false
            && target.time.isFinite && target.keyframe.time.isFinite
            && target.timecode.utf8.allSatisfy {
                $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
    }
}
