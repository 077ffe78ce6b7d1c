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
