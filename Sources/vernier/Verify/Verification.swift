import Media
import Timeline
import Wire

/// What is to be verified of each file.
struct VerifyPlan: Equatable {
    /// Frames to reach in each order, at most.
    var seeks = 100
    /// What the orders are made from.
    var seed: UInt64 = 1
    /// Whether the numbers in the pictures are the truth, and not the linear decode.
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
        let truth = truth(from: linear)
        var frames = VerifiedFrames(linear, truth, after: .now - start)
        for (number, order) in SeekOrder.allCases.enumerated() {
            let judge = try seek(in: order, truth) {
                progress((Double(number + 1) + $0) / Self.parts)
            }
            frames.add(judge)
        }
        return frames
    }

    /// The linear decode and the orders, each a part of the work.
    private static var parts: Double { Double(SeekOrder.allCases.count + 1) }

    private func truth(from linear: LinearDecode) -> PictureTruth {
        plan.readsBarcodes
            ? PictureTruth(barcodesOf: linear.pictures, in: table)
            : PictureTruth(pixelsOf: linear.pictures)
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
        _ truth: PictureTruth,
        progress: (Double) -> Void
    ) throws(MediaError) -> SeekJudge {
        let start = ContinuousClock.now
        var generator = SeededGenerator(seed: plan.seed)
        let frames = order.frames(of: table.count, seeks: plan.seeks, using: &generator)
        var judge = SeekJudge(order, truth: truth, table: table)
        var reader = try FrameReader(file, index: index)
        var last: Int?
        for (number, frame) in frames.enumerated() {
            progress(Double(number) / Double(frames.count))
            let asking = Asking.allCases[number % Asking.allCases.count]
            let manner = order.manner(to: frame, from: last)
            judge.ask(for: frame, by: asking) { frame throws(MediaError) in
                try reader.sightings(to: frame, manner)
            }
            last = frame
        }
        judge.conclude(reader.work, after: .now - start)
        return judge
    }
}

extension FrameReader {
    /// Brings a frame before the eye, and tells of every picture on the way that was wanted.
    fileprivate mutating func sightings(
        to frame: Int,
        _ manner: Manner
    ) throws(MediaError) -> [SeekJudge.Sighting] {
        var sightings: [SeekJudge.Sighting] = []
        let first = if case .since(let first) = manner { first } else { frame }
        try read(frame, manner) { frame, picture in
            guard frame >= first else { return true }
            sightings.append(SeekJudge.Sighting(frame: frame, picture: picture.identity))
            return true
        }
        return sightings
    }
}
