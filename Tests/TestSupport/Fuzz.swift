package import Basics
import Foundation
public import Testing

/// Random input for parsers: how many rounds, and from which seed.
///
/// `VERNIER_FUZZ` multiplies the rounds; `VERNIER_SEED` sets the seed, which a failing
/// test names.
public enum Fuzz {
    /// The factor by which there are more rounds than in `make test`.
    public static let factor = max(1, number("VERNIER_FUZZ") ?? 1)

    /// The seed of all random input; the same in every `make test`.
    public static let seed: UInt64 = {
        guard let seed = number("VERNIER_SEED") else { return 1 }
        // A parser that crashes ends the program before a failure could name the seed.
        FileHandle.standardError.write(Data("VERNIER_SEED=\(seed)\n".utf8))
        return UInt64(bitPattern: Int64(seed))
    }()

    /// The random numbers of one test; each test has its own `stream`.
    package static func generator(_ stream: UInt64) -> SplitMix64 {
        var mixer = SplitMix64(seed: seed)
        return SplitMix64(seed: mixer.next() ^ stream)
    }

    /// Whether every case is tried, as every night, where `make test` takes some.
    public static let isFull = ProcessInfo.processInfo.environment["VERNIER_FULL"] != nil

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }
}

extension Trait where Self == IssueHandlingTrait {
    /// Adds the seed of the random input to the message of a failing test.
    public static var fuzzed: Self {
        .compactMapIssues { issue in
            var issue = issue
            issue.comments.append("VERNIER_SEED=\(Fuzz.seed) VERNIER_FUZZ=\(Fuzz.factor)")
            return issue
        }
    }
}
