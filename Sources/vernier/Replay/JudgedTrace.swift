import Wire

/// A trace as it was played, with what is to be said of it.
struct JudgedTrace {
    let name: String
    var passages: [JudgedPassage] = []

    /// The first thing that is wrong, if anything is.
    var firstFault: String? {
        passages.first { !$0.faults.isEmpty }.map { "\(name), \($0.name): \($0.faults[0])" }
    }
}

/// One gesture or seek as it was played, with what is to be said of it.
struct JudgedPassage {
    /// An answer and, for a state, the frame that its position means.
    struct Answer {
        let message: ServerMessage
        var truth: TraceReport.Truth?
        var error: Int64?
    }

    let name: String
    let answers: [Answer]
    let picture: Played.Picture
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

extension JudgedPassage {
    /// Judges what came back from a passage.
    init(_ passage: Passage, _ played: Played, by truth: Truth) {
        name = passage.name
        picture = played.picture
        answers = played.answers.map { message in
            guard case .state(let state) = message else { return Answer(message: message) }
            return Answer(
                message: message,
                truth: truth.frame(at: state.position),
                error: truth.error(of: state)
            )
        }
        faults = [answers.lazy.compactMap(\.fault).first, picture.fault].compactMap { $0 }
    }
}

extension JudgedPassage.Answer {
    fileprivate var fault: String? {
        guard case .state(let state) = message, let truth, let error, error != 0 else { return nil }
        return "state \(state.seq): frame \(state.target.frame) instead of \(truth.frame),"
            + " \(error) ticks off"
    }
}

extension Played.Picture {
    fileprivate var fault: String? {
        switch self {
        case .notOwed: nil
        case .shown(let picture): picture.exact ? nil : "picture: frame \(picture.frame) came"
        case .missing(let reason): "picture: \(reason)"
        }
    }
}
