import System
import Wire

extension ReportForm {
    /// What is written when a file has been verified.
    func text(_ file: VerifiedFile) -> String {
        switch self {
        case .table: VerifyTable.text(file)
        case .json: file.document.line
        case .junit: ""
        }
    }

    /// What is written when all have been verified.
    func closing(_ files: [VerifiedFile], seed: UInt64) -> String {
        let summary = VerifyReport.Summary(files, seed: seed)
        switch self {
        case .table: return VerifyTable.closing(summary)
        case .json: return summary.line
        case .junit: return JUnitReport.text("vernier verify", files.map(\.suite))
        }
    }
}

extension VerifiedFile {
    fileprivate var document: VerifyReport.File {
        let parts = frames?.parts ?? []
        return VerifyReport.File(
            name: name,
            frames: frames?.count ?? 0,
            orders: Dictionary(uniqueKeysWithValues: parts.map { ($0.name, $0.tally) }),
            total: frames?.total ?? VerifyReport.Tally(),
            faults: frames?.faults ?? [],
            error: failure?.message
        )
    }

    /// A case for each order, or for the file that cannot be read.
    fileprivate var suite: JUnitReport.Suite {
        if let failure {
            let opening = JUnitReport.Case(name: "open", faults: [], error: failure.message)
            return JUnitReport.Suite(name: name, cases: [opening])
        }
        let cases = (frames?.parts ?? []).map { part in
            JUnitReport.Case(name: part.name, seconds: part.tally.seconds, faults: part.allFaults)
        }
        return JUnitReport.Suite(name: name, cases: cases)
    }
}

extension VerifiedFrames.Part {
    /// The numbers, where anything is wrong, and then what is known of it.
    fileprivate var allFaults: [String] {
        guard tally.failures > 0 else { return [] }
        let (wrong, concealed) = (tally.wrong, tally.concealed)
        let numbers =
            "\(wrong) wrong, \(concealed) concealed, \(tally.unreachable) unreachable frames"
        return [numbers] + faults
    }
}

/// A verification as people read it.
enum VerifyTable {
    /// What stands above the numbers.
    static let header = row(
        "frames",
        "targets",
        "wrong",
        "concealed",
        "unreachable",
        "decoded/seek",
        "back-offs",
        "seconds"
    )

    /// A file: its numbers, and what is wrong with it.
    static func text(_ file: VerifiedFile) -> String {
        switch file.outcome {
        case .verified(let frames):
            let faults = frames.faults.map { "    \($0)\n" }.joined()
            return row(frames.count, frames.total) + "  \(file.name)\n" + faults
        case .soundOnly: return "  \(file.name): sound only, no picture to verify\n"
        case .unreadable(let failure): return "  \(file.name): \(failure.message)\n"
        }
    }

    /// All files.
    static func closing(_ all: VerifyReport.Summary) -> String {
        let total = row(all.frames, all.total) + "  \(all.files) files\n"
        let rest = [(all.soundOnly, "with sound only"), (all.unreadable, "unreadable")]
            .filter { $0.0 > 0 }.map { "\($0.0) \($0.1); " }.joined()
        return total + rest + "seed \(all.seed)\n"
    }

    private static func row(_ frames: Int, _ tally: VerifyReport.Tally) -> String {
        let perSeek = Double(tally.decoded) / Double(max(tally.targets, 1))
        return row(
            "\(frames)",
            "\(tally.targets)",
            "\(tally.wrong)",
            "\(tally.concealed)",
            "\(tally.unreachable)",
            perSeek.decimals(1),
            "\(tally.backOffs)",
            tally.seconds.decimals(1)
        )
    }

    private static func row(_ columns: String...) -> String {
        zip(columns, [8, 9, 7, 11, 13, 14, 11, 9]).map { $0.aligned(right: $1) }.joined()
    }
}
