package import Marks

/// How the marks of one media meet those that several servers share: a value without a connection.
///
/// What is changed here holds here at once, and is then put in the place of the version that was
/// shared, if that is still there. Otherwise somebody else was first; what both have done is put
/// together, and that is put in the place of theirs. It has one thing under way at most.
package struct MarkSync {
    /// What happens.
    package enum Event {
        /// What is shared can be asked for.
        case live
        /// It cannot; what was under way may have happened or not.
        case cut
        /// The marks have been changed here, or more of their media is known.
        case changed
        /// Another server has made a version.
        case heard(version: Int)
        /// These marks are shared, or none.
        case found(VersionedMarks?)
        /// The version that was sent is shared.
        case kept(version: Int)
        /// What is shared cannot be used here, or what is here cannot be shared.
        case unusable
    }

    /// What is to be done.
    package enum Action: Equatable {
        /// Ask for what is shared.
        case ask
        /// Put marks in the place of a version, 0 being none.
        case send(VersionedMarks, over: Int)
        /// These marks hold here from now on, before anything else is done.
        case adopt(VersionedMarks)
    }

    private enum Phase {
        case cut
        case asking
        case sending(VersionedMarks)
        /// What is shared was what was here.
        case settled
        /// Nothing comes of it until something else happens.
        case stuck
    }

    private var phase = Phase.cut
    /// Whether a version was heard of while something was under way.
    private var hasHeard = false
    /// Whether the marks here were changed while something was under way.
    private var hasChanged = false
    /// What was sent, and may be shared without this server knowing.
    private var sent: VersionedMarks?

    /// Begins without a connection.
    package init() {}

    /// Takes an event while these are the marks here, on the server with this number.
    package mutating func take(
        _ event: Event,
        having own: VersionedMarks,
        on server: UInt16
    ) -> [Action] {
        switch (event, phase) {
        case (.live, _): return ask()
        case (.cut, _):
            phase = .cut
            return []
        case (_, .cut): return []
        case (.changed, .settled): return own.version == own.common?.version ? [] : send(own)
        case (.changed, .stuck): return ask()
        case (.heard(let version), _): return hear(version, having: own)
        case (.found(let shared), .asking), (.found(let shared), .sending):
            guard let shared else { return own.version == 0 ? settle() : send(own, over: 0) }
            return meet(shared, having: own, on: server)
        case (.kept(let version), .sending(let sent)) where sent.version == version:
            return note(sent, having: own)
        case (.unusable, _): return stop(unless: hasHeard || hasChanged)
        case (.changed, _):
            hasChanged = true
            return []
        case (.found, _), (.kept, _): return []
        }
    }

    private mutating func ask() -> [Action] {
        (phase, hasHeard, hasChanged) = (.asking, false, false)
        return [.ask]
    }

    private mutating func send(_ own: VersionedMarks, over before: Int? = nil) -> [Action] {
        (phase, sent, hasChanged) = (.sending(own), own, false)
        return [.send(own, over: before ?? own.common?.version ?? 0)]
    }

    private mutating func settle() -> [Action] {
        phase = .settled
        return hasHeard ? ask() : []
    }

    /// Waits until something else happens, unless it has happened already.
    private mutating func stop(unless hasHappened: Bool) -> [Action] {
        phase = .stuck
        return hasHappened ? ask() : []
    }

    private mutating func hear(_ version: Int, having own: VersionedMarks) -> [Action] {
        if version == own.version || own.lineage.contains(version) { return [] }
        switch phase {
        case .settled, .stuck: return ask()
        case .asking, .sending, .cut:
            hasHeard = true
            return []
        }
    }

    /// Notes that what was sent is shared; more may have been changed here since.
    private mutating func note(_ sent: VersionedMarks, having own: VersionedMarks) -> [Action] {
        var own = own
        own.common = CommonMarks(sent)
        self.sent = nil
        return [.adopt(own)] + (own.version == sent.version ? settle() : send(own))
    }

    private mutating func meet(
        _ shared: VersionedMarks,
        having own: VersionedMarks,
        on server: UInt16
    ) -> [Action] {
        let before = own
        var own = own
        if let sent, shared.hasGone(through: sent.version) { own.common = CommonMarks(sent) }
        sent = nil
        var result = own
        switch own.relation(to: shared) {
        case .same, .behind: result = shared
        case .ahead: break
        case .apart:
            guard let merged = try? own.merged(into: shared, on: server) else {
                return stop(unless: hasHeard)
            }
            result = merged
        }
        result.common = CommonMarks(shared)
        // Of the same marks nothing has to be stored again.
        let adopts: [Action] = result == before ? [] : [.adopt(result)]
        return adopts + (result.version == shared.version ? settle() : send(result))
    }
}
