/// What is expected of one answer: those fields of it that are the same on every run.
///
/// A line of a golden file holds just these fields. Lines of `vernier replay --json` hold them and
/// more, so that they serve as well.
public struct ExpectedAnswer: JSONDocument {
    /// The frame that a state is to name.
    public struct Target: Codable, Sendable {
        let frame: Int?
        let pts: Int64
        let time: Double
        let timecode: String
    }

    /// The trace that the line belongs to; any, where a file holds those of one trace only.
    public let trace: String?

    /// The answer's name on the wire.
    public let type: String

    /// The message that it answers.
    public let seq: UInt32?

    let phase: StateMessage.Phase?
    let position: Double?
    let raw: Double?
    let gain: Double?
    let stop: Int?
    let target: Target?
    let gesture: Int?
    let action: String?
    let code: ErrorCode?
}

extension ExpectedAnswer {
    /// What can be expected of a server's message; `nil` for those that say nothing of the position.
    public init?(_ message: ServerMessage) {
        switch message {
        case .state(let state): self.init(state)
        case .confirmed(let decision): self.init("confirmed", decision)
        case .declined(let decision): self.init("declined", decision)
        case .error(let error): self.init(type: "error", seq: error.seq, code: error.code)
        case .opened, .configured, .index, .marks, .exports: return nil
        case .room, .cursor, .transport, .marked, .pong: return nil
        }
    }

    /// Whether this is a state of the scrubber, and neither a decision nor an error.
    public var isState: Bool { type == "state" }

    private init(_ state: StateMessage) {
        let target = Target(
            frame: state.target.frame,
            pts: state.target.pts,
            time: state.target.time,
            timecode: state.target.timecode
        )
        self.init(type: "state", seq: state.seq, state: state, target: target)
    }

    private init(_ type: String, _ decision: DecisionMessage) {
        self.init(type: type, gesture: decision.gesture, action: decision.action)
    }

    private init(
        type: String,
        seq: UInt32? = nil,
        state: StateMessage? = nil,
        target: Target? = nil,
        gesture: Int? = nil,
        action: String? = nil,
        code: ErrorCode? = nil
    ) {
        (trace, self.type, self.seq, self.target) = (nil, type, seq, target)
        (self.gesture, self.action, self.code) = (gesture, action, code)
        (phase, stop) = (state?.phase, state?.stop)
        (position, raw, gain) = (state?.position, state?.raw, state?.gain)
    }
}

// MARK: - Comparing

extension ExpectedAnswer {
    /// The first field in which an answer is not as expected, in every bit; `nil` if it is.
    public func difference(from answer: ExpectedAnswer?) -> String? {
        guard let answer else { return "\(name): expected, and never came" }
        let pairs = zip(fields, answer.fields)
        guard let (mine, other) = pairs.first(where: { $0.value != $1.value }) else { return nil }
        return "\(name): \(mine.name): expected \(mine.value), got \(other.value)"
    }

    /// What a person knows the answer by.
    public var name: String { seq.map { "\(type) \($0)" } ?? type }

    private var fields: [(name: String, value: String)] {
        [
            ("type", type), ("seq", text(seq)), ("phase", text(phase?.rawValue)),
            ("position", text(position)), ("raw", text(raw)), ("gain", text(gain)),
            ("stop", text(stop)), ("frame", text(target?.frame)), ("pts", text(target?.pts)),
            ("time", text(target?.time)), ("timecode", text(target?.timecode)),
            ("gesture", text(gesture)), ("action", text(action)), ("code", text(code?.rawValue)),
        ]
    }

    /// A double's text is the shortest that reads back the same, so equal texts are equal bits.
    private func text(_ value: (some CustomStringConvertible)?) -> String {
        value?.description ?? "none"
    }
}

// MARK: - Reading

/// A file of expected answers.
public struct ExpectedAnswers: Sendable {
    /// The answers, in the order they are to come.
    public let answers: [ExpectedAnswer]

    /// Reads a file of lines, and of a report in that form those that are answers.
    ///
    /// - Throws: ``WireError/line(_:_:)`` for the first line that is neither.
    public init(jsonLines file: [UInt8]) throws(WireError) {
        let lines = try readLines(file) { (line, _: Line?) throws(WireError) in
            try Line(decodeJSON(Kind.self, from: line), line)
        }
        answers = lines.compactMap(\.answer)
    }

    /// The answers that are expected of one trace.
    public func answers(to trace: String) -> [ExpectedAnswer] {
        answers.filter { $0.trace ?? trace == trace }
    }

    private struct Kind: Decodable {
        let type: String
    }

    private struct Line {
        var answer: ExpectedAnswer?

        init(_ kind: Kind, _ line: [UInt8]) throws(WireError) {
            let types = ["state", "confirmed", "declined", "error"]
            if types.contains(kind.type) {
                answer = try ExpectedAnswer(json: line)
            } else if !TraceReport.isOther(kind.type) {
                let reason = "type: expected that of an answer, got \(quoted(kind.type))"
                throw .invalidMessage(reason: reason, seq: nil)
            }
        }
    }
}
