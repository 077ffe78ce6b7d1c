/// Writes a `state`, the answer to every move, byte for byte as the encoder would.
///
/// Foundation's encoder takes twice as long for one as everything else about it.
struct StateWriter {
    private var bytes: [UInt8] = []
    private var isFirst = true

    /// The message, or `nil` when it holds what only the encoder knows how to write.
    static func write(_ state: StateMessage) -> [UInt8]? {
        let numbers = [state.position, state.raw, state.gain, state.target.time]
        let finite = numbers + [state.secondsPerUnit, state.framesPerUnit].compactMap { $0 }
        let isPlain = state.target.timecode.utf8.allSatisfy {
            $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        guard isPlain, finite.allSatisfy(\.isFinite), state.target.keyframe.time.isFinite else {
            return nil
        }
        var writer = StateWriter()
        writer.bytes.reserveCapacity(512)
        writer.object { $0.write(state) }
        return writer.bytes
    }

    private mutating func write(_ state: StateMessage) {
        field("framesPerUnit", state.framesPerUnit)
        field("gain", state.gain)
        field("phase", state.phase.rawValue)
        field("position", state.position)
        field("raw", state.raw)
        field("secondsPerUnit", state.secondsPerUnit)
        field("seq", Int(state.seq))
        if let stop = state.stop { field("stop", stop) }
        name("target")
        object { $0.write(state.target) }
        field("type", "state")
    }

    private mutating func write(_ target: TargetDescription) {
        field("exact", target.exact)
        field("frame", target.frame)
        field("key", target.key)
        name("keyframe")
        object { $0.write(target.keyframe) }
        field("pts", Int(target.pts))
        field("time", target.time)
        field("timecode", target.timecode)
    }

    private mutating func write(_ keyframe: TargetDescription.Keyframe) {
        if let frame = keyframe.frame { field("frame", frame) } else { null("frame") }
        field("pts", Int(keyframe.pts))
        field("time", keyframe.time)
    }
}

// MARK: - JSON

extension StateWriter {
    private mutating func object(_ content: (inout StateWriter) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        isFirst = true
        content(&self)
        bytes.append(UInt8(ascii: "}"))
        isFirst = false
    }

    private mutating func name(_ name: String) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        quote(name)
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: text.utf8)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func null(_ name: String) {
        self.name(name)
        bytes.append(contentsOf: "null".utf8)
    }

    private mutating func field(_ name: String, _ value: Double?) {
        guard let value else { return null(name) }
        self.name(name)
        bytes.append(contentsOf: value.description.utf8)
        // Swift writes 1.0 where JSON's 1 will do.
        if bytes.last == UInt8(ascii: "0"), bytes[bytes.count - 2] == UInt8(ascii: ".") {
            bytes.removeLast(2)
        }
    }

    private mutating func field(_ name: String, _ value: Int) {
        self.name(name)
        bytes.append(contentsOf: value.description.utf8)
    }

    private mutating func field(_ name: String, _ value: Bool) {
        self.name(name)
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    private mutating func field(_ name: String, _ value: String) {
        self.name(name)
        quote(value)
    }
}
