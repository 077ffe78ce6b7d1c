package import Marks
package import Wire

/// Which updates a client gets besides the answers to its own messages.
package struct Subscriptions {
    /// The number of the message that asked for the marks, until it is answered.
    var marksAsked: UInt32?
    /// Whether the client is told of changes to the marks.
    var hasMarks = false
    /// Whether the client is told of changes to the exports.
    package var hasExports = false

    /// Whether the client is to be sent marks, now or as soon as they are loaded.
    package var hasAskedForMarks: Bool { hasMarks || marksAsked != nil }
}

extension Session {
    /// Notes a message about marks or exports, which also subscribes, and returns what is to be
    /// done.
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
        case .export(let request):
            subscriptions.hasExports = true
            return [.export(request)]
        default: return []
        }
    }

    /// Sends the marks to a client that subscribed, or as the answer to message `seq`.
    package mutating func tell(_ marks: VersionedMarks, answering seq: UInt32? = nil) {
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

    /// Sends the exports to a client that subscribed, or as the answer to message `seq`.
    package mutating func tell(_ exports: ExportsDocument, answering seq: UInt32? = nil) {
        if let seq {
            outgoing.add(.exports(ExportsMessage(exports, seq: seq)))
        } else if subscriptions.hasExports {
            outgoing.show(.exports(ExportsMessage(exports)), of: .exports)
        }
    }
}
