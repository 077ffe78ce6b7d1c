import Library
import Scrubbing
import Wire

/// Plays a trace, section by section.
protocol TracePlayer {
    /// Plays a section, and returns what came back until its end was answered.
    mutating func play(_ section: TraceSection) throws -> PlayedSection
}

/// What came back from one section.
struct PlayedSection {
    /// The picture at the end.
    enum Picture: Equatable {
        /// None is owed: nobody asked for pictures, or the end was refused.
        case notOwed
        case shown(TraceReport.Picture)
        case missing(String)
    }

    var answers: [ServerMessage] = []
    var picture = Picture.notOwed
}

/// Plays a trace through the model alone.
struct ModelPlayer: TracePlayer {
    private var session: ScrubSession

    init(_ clip: Clip) { session = ScrubSession(clip: clip) }

    mutating func play(_ section: TraceSection) -> PlayedSection {
        PlayedSection(answers: section.entries.flatMap { answers(to: $0.message) })
    }

    private mutating func answers(to message: ClientMessage) -> [ServerMessage] {
        if message.isAcknowledgement { return [] }
        do throws(SessionError) {
            try session.apply(message)
            let decision = session.decision.map { [$0] } ?? []
            return decision + [.state(session.state)]
        } catch {
            let message = ErrorMessage(code: error.code, message: error.message, seq: error.seq)
            return [.error(message)]
        }
    }
}
