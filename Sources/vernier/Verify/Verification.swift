import Basics
import Media
import Timeline
import Wire

/// What is to be verified of each file.
struct VerifyPlan: Equatable {
    /// Frames to reach in each order, at most.
    var seeks = 100
    /// What the orders are made from.
    var seed: UInt64 = 1
    /// Whether the reference is the numbers in the pictures, and not the linear decode.
    var readsBarcodes = false
    /// The stream of each file; `nil` is the best one.
    var stream: Int?
}

/// Verifies one file: decodes it once from start to end, then reaches its frames.
struct Verification {
    let file: OpenFile
    let plan: VerifyPlan
    private let index: MediaIndex

    init(of file: OpenFile, _ plan: VerifyPlan) throws(MediaError) {
        (self.file, self.plan) = (file, plan)
        index = try MediaIndex(scanning: file, stream: plan.stream)
    }

    private var table: FrameTable { index.table }

    /// Does it, and tells `progress` how much is done, in 0…1.
    func run(progress: (Double) -> Void) throws(MediaError) -> VerifiedFrames {
        let start = ContinuousClock.now
        let linear = try decodeAll { progress($0 / Self.parts) }
        let reference = reference(from: linear)
        var frames = VerifiedFrames(linear, reference, after: .now - start)
        for (number, order) in SeekOrder.allCases.enumerated() {
            let judge = try seek(in: order, reference) {
                progress((Double(number + 1) + $0) / Self.parts)
            }
            frames.add(judge)
        }
        return frames
    }

    /// The linear decode and the orders, each a part of the work.
    private static var parts: Double { Double(SeekOrder.allCases.count + 1) }

    private func reference(from linear: LinearDecode) -> ReferencePictures {
        plan.readsBarcodes
            ? ReferencePictures(barcodesOf: linear.pictures, in: table)
            : ReferencePictures(pixelsOf: linear.pictures)
    }

    private func decodeAll(progress: (Double) -> Void) throws(MediaError) -> LinearDecode {
        var linear = LinearDecode(of: table)
        try index.decodeAll(of: file) { ordinal, picture in
            linear.show(picture.identity, ordinal: ordinal)
            progress(min(1, Double(ordinal) / Double(table.packets.count)))
        }
        linear.flagDependents()
        return linear
    }

    private func seek(
        in order: SeekOrder,
        _ reference: ReferencePictures,
        progress: (Double) -> Void
    ) throws(MediaError) -> SeekJudge {
        let start = ContinuousClock.now
        var generator = SplitMix64(seed: plan.seed)
        let frames = order.frames(of: table.count, seeks: plan.seeks, using: &generator)
        var judge = SeekJudge(order, reference: reference, table: table)
        var reader = try FrameReader(file, index: index)
        var last: Int?
        for (number, frame) in frames.enumerated() {
            progress(Double(number) / Double(frames.count))
            let asking = FrameQuery.allCases[number % FrameQuery.allCases.count]
            let selection = order.selection(to: frame, from: last)
            judge.ask(for: frame, by: asking) { frame throws(MediaError) in
                try reader.decoded(to: frame, selection)
            }
            last = frame
        }
        judge.conclude(reader.counts, after: .now - start)
        return judge
    }
}

extension FrameReader {
    /// Seeks to a frame, and reports every wanted picture that was decoded on the way.
    fileprivate mutating func decoded(
        to frame: Int,
        _ selection: FrameSelection
    ) throws(MediaError) -> [SeekJudge.DecodedPicture] {
        var decoded: [SeekJudge.DecodedPicture] = []
        let first = if case .since(let first) = selection { first } else { frame }
        try read(frame, selection) { frame, picture in
            guard frame >= first else { return true }
            decoded.append(SeekJudge.DecodedPicture(frame: frame, picture: picture.identity))
            return true
        }
        return decoded
    }
}

/// What came of the frames of one file.
struct VerifiedFrames {
    /// One order, and what came of it.
    struct Part {
        let name: String
        let tally: VerifyReport.Tally
        let faults: [String]
    }

    let count: Int
    var parts: [Part]

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

extension VerifiedFrames {
    /// Begins with the linear decode, which took `time`.
    init(_ linear: LinearDecode, _ reference: ReferencePictures, after time: Duration) {
        var tally = linear.tally(by: reference)
        tally.seconds = time / .seconds(1)
        let part = Part(name: "linear", tally: tally, faults: linear.faults)
        self.init(count: linear.pictures.count, parts: [part])
    }
}

/// One file, with its result.
struct VerifiedFile {
    enum Outcome {
        case verified(VerifiedFrames)
        /// It has sound only, and so no frame that could be wrong.
        case soundOnly
        case unreadable(Failure)
    }

    let name: String
    let outcome: Outcome

    /// The frames, if it has any.
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
