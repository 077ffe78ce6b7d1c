import Wire

/// Compares the answers to one trace with those that are expected, up to the first difference.
///
/// A server may skip a state that is superseded before it leaves, the model may not. Among a
/// server's messages, states keep their order, and so do all others.
struct Comparison {
    private var states: Strand
    private var others: Strand
    private var isOver = false

    /// Expects these answers.
    ///
    /// `owed` are the numbers of the messages that a server always answers, and `nil` where
    /// every answer has to come.
    init(_ expected: [ExpectedAnswer], owed: Set<UInt32>?) {
        states = Strand(expected.filter(\.isState), owed: owed)
        others = Strand(expected.filter { !$0.isState }, owed: nil)
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
private struct Strand {
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
