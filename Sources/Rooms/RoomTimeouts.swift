/// What becomes of a room as time passes.
extension RoomState {
    mutating func pass(to now: ContinuousClock.Instant) -> [Action] {
        let gone = members.filter { $0.isGone(at: now) }.map(\.id)
        var actions = (gone.isEmpty ? [] : remove(gone)) + disownLeader(at: now)
        for index in members.indices {
            if members[index].isShowDue { actions += show(index, at: now) }
            // Most are not, and to look further at a member takes longer than this.
            if members[index].isSilent(for: Self.askTime, at: now) {
                actions += askForSign(index, at: now)
            }
        }
        return actions
    }

    private mutating func askForSign(_ index: Int, at now: ContinuousClock.Instant) -> [Action] {
        let member = members[index]
        if member.isHere, member.isSilent(for: Self.awayTime, at: now) {
            return change(member.id) { $0.isHere = false }
        }
        guard !member.isAsked else { return [] }
        members[index].isAsked = true
        return [.tell([member.id])]
    }
}

extension RoomMember {
    /// Whether a member that gives signs has given none for so long.
    fileprivate func isSilent(for time: Duration, at now: ContinuousClock.Instant) -> Bool {
        guard isReachable, let heard else { return false }
        return now - heard >= time
    }

    fileprivate func isGone(at now: ContinuousClock.Instant) -> Bool {
        if let told { return now - told >= RoomState.unheardTime }
        if let lost { return now - lost >= RoomState.lostTime }
        return heard.map { now - $0 >= RoomState.silentTime } ?? false
    }
}
