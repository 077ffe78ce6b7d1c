import Wire

/// A part of a trace: one gesture or one seek, with what was set before it.
struct Passage {
    /// What a person knows it by; told apart from others of its trace.
    let name: String
    let entries: [Trace.Entry]

    /// The number of the message at its end, if that is one whose answer the server owes.
    var owedSeq: UInt32? { entries.last?.message.owedSeq }
}

extension Trace {
    /// The trace cut behind every message that is owed an answer.
    var passages: [Passage] {
        var passages: [Passage] = []
        var entries: [Entry] = []
        for entry in self.entries {
            entries.append(entry)
            guard entry.message.owedSeq != nil else { continue }
            passages.append(Passage(entries))
            entries = []
        }
        return entries.isEmpty ? passages : passages + [Passage(entries)]
    }
}

extension Passage {
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
