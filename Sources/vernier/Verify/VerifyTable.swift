import Wire

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
        zip(columns, [8, 9, 7, 11, 13, 14, 11, 9]).map { text, width in
            String(repeating: " ", count: max(1, width - text.count)) + text
        }.joined()
    }
}
