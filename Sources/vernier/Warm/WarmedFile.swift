import Wire

/// One file, with what became of its previews.
struct WarmedFile {
    let name: String
    var tally = WarmReport.Tally()
    /// Why not all of them are there, if not.
    var failure: Failure?

    /// The file as a person reads it.
    var line: String {
        if let failure { return failure.message }
        guard tally.wanted > 0 else { return "\(name): sound only, no preview to make" }
        let failed = tally.failed > 0 ? ", \(tally.failed) cannot be decoded" : ""
        return "\(name): \(tally.found + tally.made) of \(tally.wanted) previews, \(tally.made) new"
            + failed + "; \(tally.decoded) frames decoded, \(tally.bytes) bytes written"
    }

    /// The file as a program reads it.
    var report: WarmReport.File {
        WarmReport.File(name: name, previews: tally, error: failure?.message)
    }
}
