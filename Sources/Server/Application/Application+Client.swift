import Media

/// What the application holds for each socket.
extension Application {
    /// A socket's session, and the clip it is on.
    final class Client {
        var session: Session
        var clip: ClipKey?
        var order: PictureOrder?
        var preparations = Preparations()
        /// What the log hears of it at its end.
        var tally: SessionTally
        private let began = ContinuousClock.now
        /// When the message came whose answer waits to be sent.
        private var asked: ContinuousClock.Instant?

        init(_ session: Session, number: Int) {
            self.session = session
            tally = SessionTally(session: number)
        }

        /// What it has come to by now.
        var total: SessionTally {
            var tally = tally
            tally.media = clip?.id.description
            tally.time = .now - began
            return tally
        }

        /// Whether time that passes may be of interest to the session.
        private(set) var awaitsTime = false

        /// Tells the session something, and returns what is to be done.
        func tell(_ event: (inout Session) -> [Session.Action]) -> [Session.Action] {
            tell(event, to: &session)
        }

        /// To ask something of a property in place; asked through its object, it would be copied.
        private func tell(
            _ event: (inout Session) -> [Session.Action],
            to session: inout Session
        ) -> [Session.Action] {
            let actions = event(&session)
            awaitsTime = session.flow.awaitsTime
            return actions
        }

        /// Notes that a message has been dealt with that came at a moment.
        func asked(at now: ContinuousClock.Instant) {
            if session.outgoing.hasText { asked = asked ?? now }
        }

        /// Notes that an answer is sent, and tells how long it took.
        func answered(at now: ContinuousClock.Instant) -> Duration? {
            defer { asked = nil }
            return asked.map { now - $0 }
        }

        /// Whether anything waits to be sent.
        var wantsToWrite: Bool { !session.outgoing.isEmpty }
    }
}
