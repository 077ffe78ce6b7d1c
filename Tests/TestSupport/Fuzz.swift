import Foundation
public import Testing

/// Noise for readers of bytes: how much of it, and where it comes from.
///
/// `VERNIER_FUZZ` multiplies the rounds; `VERNIER_SEED` is another beginning of all of it, and is
/// named by a test that fails.
public enum Fuzz {
    /// How many times as often as in `make test` something is tried.
    public static let factor = max(1, number("VERNIER_FUZZ") ?? 1)

    /// What all noise is made from; the same in every `make test`.
    public static let seed: UInt64 = {
        guard let seed = number("VERNIER_SEED") else { return 1 }
        // A reader that crashes ends the program before any failure could name it.
        FileHandle.standardError.write(Data("VERNIER_SEED=\(seed)\n".utf8))
        return UInt64(bitPattern: Int64(seed))
    }()

    /// The numbers that belong to one test, each of which has a `stream` of its own.
    public static func generator(_ stream: UInt64) -> SplitMix64 {
        var mixer = SplitMix64(seed: seed)
        return SplitMix64(seed: mixer.next() ^ stream)
    }

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }
}

extension Trait where Self == IssueHandlingTrait {
    /// Names the seed that the noise of a failing test was made from.
    public static var fuzzed: Self {
        .compactMapIssues { issue in
            var issue = issue
            issue.comments.append("VERNIER_SEED=\(Fuzz.seed) VERNIER_FUZZ=\(Fuzz.factor)")
            return issue
        }
    }
}
