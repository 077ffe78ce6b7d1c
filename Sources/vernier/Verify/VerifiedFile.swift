import Media
import Wire

/// What came of the frames of one file.
struct VerifiedFrames {
    /// One order, and what came of it.
    struct Part {
        let name: String
        let tally: VerifyReport.Tally
        let faults: [String]
    }

    let count: Int
    private(set) var parts: [Part]

    init(count: Int, parts: [Part]) { (self.count, self.parts) = (count, parts) }

    /// Begins with the linear decode, which took `time`.
    init(_ linear: LinearDecode, _ truth: PictureTruth, after time: Duration) {
        count = linear.pictures.count
        var tally = linear.tally(by: truth)
        tally.seconds = time / .seconds(1)
        parts = [Part(name: "linear", tally: tally, faults: linear.faults)]
    }

    mutating func add(_ judge: SeekJudge) {
        parts.append(
            Part(name: judge.order.rawValue, tally: judge.tally, faults: judge.faults)
        )
    }

    /// What came of all orders together.
    var total: VerifyReport.Tally { parts.reduce(into: VerifyReport.Tally()) { $0 += $1.tally } }

    /// What is wrong, in sentences.
    var faults: [String] { parts.flatMap(\.faults) }
}

/// One file, with what is to be said of it.
struct VerifiedFile {
    enum Outcome {
        case verified(VerifiedFrames)
        /// It has sound only, and so no frame that could be wrong.
        case soundOnly
        case unreadable(Failure)
    }

    let name: String
    let outcome: Outcome

    /// The frames, if there are any to speak of.
    var frames: VerifiedFrames? {
        if case .verified(let frames) = outcome { frames } else { nil }
    }

    /// Why it could not be read, if so.
    var failure: Failure? {
        if case .unreadable(let failure) = outcome { failure } else { nil }
    }
}

extension VerifyReport.Summary {
    /// Sums up what came of files.
    init(_ files: [VerifiedFile], seed: UInt64) {
        self.init(seed: seed)
        self.files = files.count
        unreadable = files.count { $0.failure != nil }
        frames = files.compactMap(\.frames).reduce(0) { $0 + $1.count }
        soundOnly = files.count - unreadable - files.count { $0.frames != nil }
        for file in files.compactMap(\.frames) { total += file.total }
    }
}
