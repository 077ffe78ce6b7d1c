import Timeline
import Wire

/// Compares the answers to one trace with those that are expected, up to the first difference.
///
/// A server may skip a state that is superseded before it leaves, the model may not. Among a
/// server's messages, states keep their order, and so do all others.
struct TraceComparison {
    private var states: AnswerSequence
    private var others: AnswerSequence
    private var isOver = false

    /// Expects these answers.
    ///
    /// `owed` are the numbers of the messages that a server always answers, and `nil` where
    /// every answer has to come.
    init(_ expected: [ExpectedAnswer], owed: Set<UInt32>?) {
        states = AnswerSequence(expected.filter(\.isState), owed: owed)
        others = AnswerSequence(expected.filter { !$0.isState }, owed: nil)
    }

    /// The first difference that there is, if these answers bring it.
    mutating func difference(in answers: [ServerMessage]) -> String? {
        for answer in answers.compactMap(ExpectedAnswer.init) where !isOver {
            let difference = answer.isState ? states.take(answer) : others.take(answer)
            isOver = difference != nil
            if let difference { return difference }
        }
        return nil
    }

    /// What was expected and has never come, unless there was a difference before.
    var missing: String? { isOver ? nil : states.missing ?? others.missing }
}

/// Answers that come in a known order.
private struct AnswerSequence {
    private var rest: ArraySlice<(answer: ExpectedAnswer, isOwed: Bool)>

    init(_ expected: [ExpectedAnswer], owed: Set<UInt32>?) {
        var open = owed ?? []
        rest = ArraySlice(
            expected.map { answer in
                // Settings and the next gesture's beginning repeat the number of the last answer.
                let isFirst = answer.seq.map { open.remove($0) != nil } ?? false
                return (answer, owed == nil || isFirst)
            }
        )
    }

    var missing: String? {
        rest.first(where: \.isOwed)?.answer.difference(from: nil)
    }

    /// Takes the next answer, and returns in what it differs from the one expected.
    mutating func take(_ answer: ExpectedAnswer) -> String? {
        let end = rest.firstIndex(where: \.isOwed).map { $0 + 1 } ?? rest.endIndex
        let candidates = rest[..<end]
        let match = candidates.firstIndex { $0.answer.difference(from: answer) == nil }
        if let match {
            rest = rest[(match + 1)...]
            return nil
        }
        let nearest = candidates.first { $0.answer.seq == answer.seq } ?? candidates.first
        return nearest?.answer.difference(from: answer) ?? "\(answer.name): was not expected"
    }
}

/// The frame that a position means, found by looking at every frame's time.
///
/// Takes nothing from the model, nor from the table's own search: a frame is reached at its own
/// position, and no more than a millionth of a tick before its time.
struct ExpectedFrames {
    private let times: [Int64]
    private let span: Double

    init(_ table: FrameTable) {
        let first = table.first.ticks
        times = (0..<table.count).map { table.pts(of: $0).ticks - first }
        span = Double(table.end.ticks - first)
        self.first = first
    }

    private let first: Int64

    /// The last frame that is reached at a position in 0…1.
    func frame(at position: Double) -> TraceReport.ExpectedFrame {
        let product = position * span
        // What the product lost when it was rounded.
        let rest = product.addingProduct(-position, span)
        let isReached = { (time: Int64) in
            Double(time) / span <= position || Double(time) - product + rest <= 1e-6
        }
        let frame = position == 1 ? times.count - 1 : times.lastIndex(where: isReached) ?? 0
        return TraceReport.ExpectedFrame(frame: frame, pts: first + times[frame])
    }

    /// How far a state's target is from the frame that its position means, in ticks.
    func error(of state: StateMessage) -> Int64 {
        // A server may send any number.
        Int64(clamping: Int128(state.target.pts) - Int128(frame(at: state.position).pts))
    }
}

/// A trace as it was played, with its result.
struct JudgedTrace {
    let name: String
    var sections: [JudgedSection] = []

    /// The first thing that is wrong, if anything is.
    var firstFault: String? {
        sections.first { !$0.faults.isEmpty }.map { "\(name), \($0.name): \($0.faults[0])" }
    }
}

/// One gesture or seek as it was played, with its result.
struct JudgedSection {
    /// An answer and, for a state, the frame that its position means.
    struct Answer {
        let message: ServerMessage
        var expected: TraceReport.ExpectedFrame?
        var error: Int64?
    }

    let name: String
    let answers: [Answer]
    let picture: PlayedSection.Picture
    /// What is wrong, in sentences; empty if nothing is.
    var faults: [String] = []

    /// The errors of the states, in ticks.
    var errors: [Int64] { answers.compactMap(\.error) }

    /// The error that is farthest from 0.
    var error: Int64 { errors.max { $0.magnitude < $1.magnitude } ?? 0 }

    /// The picture at the end, if one came.
    var shown: TraceReport.Picture? {
        if case .shown(let picture) = picture { picture } else { nil }
    }
}

extension JudgedSection {
    /// Judges what came back from a section.
    init(_ section: TraceSection, _ played: PlayedSection, by expected: ExpectedFrames) {
        name = section.name
        picture = played.picture
        answers = played.answers.map { message in
            guard case .state(let state) = message else { return Answer(message: message) }
            return Answer(
                message: message,
                expected: expected.frame(at: state.position),
                error: expected.error(of: state)
            )
        }
        faults = [answers.lazy.compactMap(\.fault).first, picture.fault].compactMap { $0 }
    }
}

extension JudgedSection.Answer {
    fileprivate var fault: String? {
        guard case .state(let state) = message, let expected, let error, error != 0 else {
            return nil
        }
        let frame = state.target.frame.map { "\($0)" } ?? "unknown"
        return "state \(state.seq): frame \(frame) instead of \(expected.frame),"
            + " \(error) ticks off"
    }
}

extension PlayedSection.Picture {
    fileprivate var fault: String? {
        switch self {
        case .notOwed: nil
        case .shown(let picture): picture.exact ? nil : "picture: frame \(picture.frame) came"
        case .missing(let reason): "picture: \(reason)"
        }
    }
}
