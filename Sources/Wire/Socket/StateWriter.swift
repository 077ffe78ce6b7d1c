/// Writes a `state`, the answer to every move, byte for byte as the encoder would.
///
/// Foundation's encoder takes twice as long for one as everything else about it.
struct StateWriter {
    private var json = PlainJSON(reserving: 480)

    /// The message, or `nil` when it holds what only the encoder knows how to write.
    static func write(_ state: StateMessage) -> [UInt8]? {
        guard state.isPlain else { return nil }
        var writer = StateWriter()
        writer.write(state)
        return writer.json.bytes
    }

    private mutating func write(_ state: StateMessage) {
        json.put("{")
        if let leader = state.by {
            json.put(#""by":""#)
            json.put(text: leader)
            json.put(#"","#)
        }
        json.put(#""framesPerUnit":"#, state.framesPerUnit)
        json.put(#","gain":"#, state.gain)
        json.put(#","phase":""#)
        json.put(state.phase == .idle ? "idle" : "scrubbing")
        json.put(#"","position":"#, state.position)
        json.put(#","raw":"#, state.raw)
        json.put(#","secondsPerUnit":"#, state.secondsPerUnit)
        json.put(#","seq":"#, Int(state.seq))
        if let stop = state.stop { json.put(#","stop":"#, stop) }
        json.put(#","target":"#)
        write(state.target)
        json.put(#","type":"state"}"#)
    }

    private mutating func write(_ target: TargetDescription) {
        json.put(#"{"exact":"#, target.exact)
        json.put(#","frame":"#, target.frame)
        json.put(#","key":"#, target.key)
        json.put(#","keyframe":{"frame":"#, target.keyframe.frame)
        json.put(#","pts":"#, Int(target.keyframe.pts))
        json.put(#","time":"#, target.keyframe.time)
        json.put(#"},"pts":"#, Int(target.pts))
        json.put(#","time":"#, target.time)
        json.put(#","timecode":""#)
        json.put(text: target.timecode)
        json.put(#""}"#)
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
