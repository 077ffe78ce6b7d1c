import Wire

/// A part of a trace: one gesture or one seek, with what was set before it.
struct TraceSection {
    /// What a person knows it by; told apart from others of its trace.
    let name: String
    let entries: [Trace.Entry]

    /// The number of the message at its end, if that is one whose answer the server owes.
    var owedSeq: UInt32? { entries.last?.message.owedSeq }
}

extension Trace {
    /// The trace cut behind every message that is owed an answer.
    var sections: [TraceSection] {
        var sections: [TraceSection] = []
        var entries: [Entry] = []
        for entry in self.entries {
            entries.append(entry)
            guard entry.message.owedSeq != nil else { continue }
            sections.append(TraceSection(entries))
            entries = []
        }
        return entries.isEmpty ? sections : sections + [TraceSection(entries)]
    }
}

extension TraceSection {
    fileprivate init(_ entries: [Trace.Entry]) {
        var name = "settings"
        for entry in entries {
            switch entry.message {
            case .begin(let begin): name = "gesture \(begin.gesture)"
            case .seek(let seq, _): name = "seek \(seq)"
            default: continue
            }
        }
        self.init(name: name, entries: entries)
    }
}

extension ClientMessage {
    /// The message's number, if the server owes an answer to this very message.
    var owedSeq: UInt32? {
        switch self {
        case .end, .cancel, .seek: seq
        default: nil
        }
    }
}

/// Collects a server's answers to a section, until none is missing.
///
/// The last message of a gesture, and every seek, is answered by a state and, where pictures were
/// asked for, by the target's own frame.
struct TraceSectionEnd {
    private let seq: UInt32
    private let owesPicture: Bool
    private var state: StateMessage?
    private var picture: (header: PreviewHeader, latency: Duration)?
    private var isRefused = false
    private(set) var played = PlayedSection()

    /// Waits for the answer to message `seq`.
    init(of seq: UInt32, owesPicture: Bool) {
        (self.seq, self.owesPicture) = (seq, owesPicture)
    }

    /// Whether the state, or the reason why there is none, is still to come.
    var owesState: Bool { state == nil && !isRefused }

    /// Whether everything has come.
    var isOver: Bool { !owesState && (isRefused || !owesPicture || played.picture != .notOwed) }

    mutating func hear(_ message: ServerMessage) {
        played.answers.append(message)
        switch message {
        case .state(let state) where state.seq == seq:
            self.state = state
            judgePicture()
        case .error(let error) where error.seq == seq && owesState: isRefused = true
        case .error(let error) where error.seq == seq: played.picture = .missing(error.message)
        default: return
        }
    }

    /// Takes a picture that came so long after the drag ended.
    mutating func hear(_ header: PreviewHeader, after latency: Duration) {
        guard header.seq == seq, header.flags.contains(.exact) else { return }
        picture = (header, latency)
        judgePicture()
    }

    mutating func giveUpPicture(_ reason: String) { played.picture = .missing(reason) }

    private mutating func judgePicture() {
        guard owesPicture, let state, let (header, latency) = picture else { return }
        let isSameNumber = header.number == nil || header.number == state.target.frame
        let isOwn = isSameNumber && header.pts == state.target.pts
        let picture = TraceReport.Picture(
            exact: isOwn,
            frame: Int(header.frame),
            latency: latency.milliseconds,
            decoded: Int(header.decoded)
        )
        played.picture = .shown(picture)
    }
}

extension Duration {
    /// Milliseconds, to the microsecond.
    fileprivate var milliseconds: Double {
        ((self / .microseconds(1)).rounded()) / 1000
    }
}
