import Library

/// The answers to changes of marks that wait until these are kept: what a client is told to be done
/// is there after a crash, too.
///
/// Belongs to the loop's thread.
final class MarkAnswers {
    private struct Waiting {
        let version: Int
        let answer: () -> Void
    }

    private var waiting: [MarksName: [Waiting]] = [:]

    /// How many wait for the same marks at most, while a disk does not keep up.
    static let limit = 1024

    /// Whether there is no room for another one.
    func isFull(for name: MarksName) -> Bool { waiting[name]?.count ?? 0 >= Self.limit }

    /// Answers once a version is kept.
    func add(_ version: Int, of name: MarksName, _ answer: @escaping () -> Void) {
        waiting[name, default: []].append(Waiting(version: version, answer: answer))
    }

    /// Answers those that wait for this version or an earlier one.
    func answer(_ name: MarksName, upTo version: Int) {
        guard let all = waiting.removeValue(forKey: name) else { return }
        let rest = all.filter { $0.version > version }
        if !rest.isEmpty { waiting[name] = rest }
        for one in all where one.version <= version { one.answer() }
    }
}
