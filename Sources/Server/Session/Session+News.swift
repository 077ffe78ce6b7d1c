import Marks
import Wire

/// What a client asked to hear of, beside its own hand.
struct Subscriptions {
    /// The number of the message that asked for the marks, until it is answered.
    var marksAsked: UInt32?
    /// Whether the client hears of changes to the marks.
    var hasMarks = false
    /// Whether the client hears of exports.
    var hasExports = false

    /// Whether the client is to be told of marks, now or as soon as they are known.
    var hasAskedForMarks: Bool { hasMarks || marksAsked != nil }
}

extension Session {
    /// Takes note of a message that asks for news, and says what else is to be done.
    mutating func ask(_ message: ClientMessage) -> [Action] {
        switch message {
        case .marks(let seq):
            subscriptions.marksAsked = seq
            return [.tellMarks]
        case .mark(let change):
            subscriptions.hasMarks = true
            guard case .edit(.clear) = change.change else { return [.mark(change)] }
            let text = "edit.clear: begin with control confirm and action clear-marks"
            return refuse(SessionError(.invalidMessage, text, seq: change.seq))
        case .export(let wish):
            subscriptions.hasExports = true
            return [.export(wish)]
        default: return []
        }
    }

    /// Tells a client that asked what is marked, or the one that changed it.
    mutating func tell(_ marks: MarkHistory, answering seq: UInt32? = nil) {
        if let asked = subscriptions.marksAsked {
            outgoing.add(.marks(MarksMessage(marks, seq: asked)))
            (subscriptions.marksAsked, subscriptions.hasMarks) = (nil, true)
            if seq == nil { return }
        }
        if let seq {
            outgoing.add(.marks(MarksMessage(marks, seq: seq)))
        } else if subscriptions.hasMarks {
            outgoing.show(.marks(MarksMessage(marks)), of: .marks)
        }
    }

    /// Tells a client that asked of all exports, or the one that changed them.
    mutating func tell(_ exports: ExportsDocument, answering seq: UInt32? = nil) {
        if let seq {
            outgoing.add(.exports(ExportsMessage(exports, seq: seq)))
        } else if subscriptions.hasExports {
            outgoing.show(.exports(ExportsMessage(exports)), of: .exports)
        }
    }
}
