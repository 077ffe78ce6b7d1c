import System
public import Timeline

/// Cuts a range of frames out of a file into a new one, with the other streams, chapters and
/// metadata.
///
/// The new file gets its name only when all of it is on the disk. Planning and writing block; see
/// WorkerCut.swift for cuts in a worker's process.
public struct Cut: Sendable {
    /// What the cut will hold.
    public let plan: CutPlan
    let file: OpenFile
    let index: MediaIndex
    /// The new file.
    let path: String
    private let overwrites: Bool

    /// Plans a cut.
    ///
    /// - Parameters:
    ///   - frames: The first and the last frame that are wanted.
    ///   - mode: How the ends are reached: at keyframes, by an edit list, or by encoding.
    ///   - file: The file that was indexed.
    ///   - index: Its index, which must be complete.
    ///   - path: The new file, whose ending selects the container.
    ///   - overwriting: Whether a file of that name may be replaced.
    ///   - isCancelled: Asked repeatedly.
    /// - Throws: ``MediaError`` where the frames do not exist or cannot be cut in this mode.
    public init(
        _ frames: ClosedRange<Int>,
        _ mode: CutMode,
        of file: OpenFile,
        _ index: MediaIndex,
        to path: String,
        overwriting: Bool = false,
        isCancelled: @escaping () -> Bool = { false }
    ) throws(MediaError) {
        let container = try Self.check(frames, mode, of: file, index, to: path)
        let probe = KeyframeProbe(of: file, index)
        let inputs = CutPlan.Inputs(
            table: index.table,
            hasEditLists: container.hasEditLists,
            isSound: { isCancelled() || probe.isSound($0, $1) },
            lastGOPLength: { isCancelled() ? $1 : probe.lastGOPLength($0, $1) }
        )
        let plan = CutPlan(frames, mode, from: inputs)
        guard !isCancelled() else { throw .cancelled(file: file.name) }
        try file.checkReads()
        guard let plan else {
            throw .cannotCut(
                file: file.name,
                reason: "frames between those wanted are hidden, or shown before their keyframe"
            )
        }
        self.init(plan, of: file, index, to: path, overwriting: overwriting)
    }

    /// Uses an existing plan.
    init(
        _ plan: CutPlan,
        of file: OpenFile,
        _ index: MediaIndex,
        to path: String,
        overwriting: Bool = false
    ) {
        (self.plan, self.file, self.index) = (plan, file, index)
        (self.path, overwrites) = (path, overwriting)
    }

    /// What of the source the new file will not hold.
    public var losses: [CutLoss] { Container(of: path)?.losses(of: index.info) ?? [] }

    /// Writes the new file.
    ///
    /// - Parameters:
    ///   - progress: Called with the share done, in 0…1.
    ///   - isCancelled: Asked before each packet.
    /// - Returns: The new file's length in bytes.
    /// - Throws: ``MediaError``; the unfinished file is then removed.
    @discardableResult
    public func run(
        progress: (Double) -> Void = { _ in },
        isCancelled: () -> Bool = { false }
    ) throws(MediaError) -> Int64 {
        try publish(unless: isCancelled) { draft throws(MediaError) in
            try write(to: draft) { done in
                progress(done)
                return !isCancelled()
            }
        }
    }

    /// Has `write` fill a draft file, and renames it to its path; returns its length in bytes.
    func publish(
        unless isCancelled: () -> Bool,
        _ write: (_ draft: Descriptor) throws(MediaError) -> Void
    ) throws(MediaError) -> Int64 {
        guard !isCancelled() else { throw .cancelled(file: file.name) }
        let expected = plan.expectedBytes(of: file.size, in: index.table)
        let draft = try DraftFile(path, expecting: expected, overwrites: overwrites)
        try write(draft.descriptor)
        guard !isCancelled() else { throw .cancelled(file: file.name) }
        guard file.isUnchanged else { throw .changed(file: file.name) }
        try draft.publish()
        return draft.size
    }

    /// Writes the cut to a descriptor that is also readable and seekable.
    ///
    /// `goesOn` is called before each packet with the share done, and returns whether to continue.
    func write(to output: Descriptor, while goesOn: (Double) -> Bool) throws(MediaError) {
        let container = try Self.container(of: path)
        let muxer = try Muxer(output, as: container, name: path)
        var writer = try CutWriter.begun(plan, of: file, index, to: muxer, as: container)
        let total = Double(max(plan.packetCount, 1))
        let isWanted = { (written: Int) in goesOn(Double(written) / total) }
        try writer.encode(plan.head, lastGOPLength: plan.lastGOPLength, while: isWanted)
        try writer.copy(while: isWanted)
        try writer.encode(plan.tail, lastGOPLength: plan.tail.count, while: isWanted)
        try file.checkReads()
        try writer.finish()
        try hideEnd(of: output, writer.mainTrack)
    }

    /// Hides the frames after the last one, which are copied only because others refer to them.
    private func hideEnd(of output: Descriptor, _ track: Int) throws(MediaError) {
        guard plan.mode == .editList else { return }
        let length = plan.end(in: index.table).ticks - plan.start(in: index.table).ticks
        let base = index.table.timebase
        let edits = rescale(length, by: base.numerator * base.editTimescale, over: base.denominator)
        guard EditListPatch(output).set(edits, ofTrack: track) else {
            throw .cannotWrite(file: path, reason: "its edit list is not as it should be")
        }
    }

    private static func container(of path: String) throws(MediaError) -> Container {
        if let container = Container(of: path) { return container }
        let endings = Container.endings.joined(separator: " ")
        throw .cannotCut(file: path, reason: "its name must end in one of \(endings)")
    }

    /// Rejects requests that are impossible by the index alone; returns the new file's container.
    @discardableResult
    static func check(
        _ frames: ClosedRange<Int>,
        _ mode: CutMode,
        of file: OpenFile,
        _ index: MediaIndex,
        to path: String
    ) throws(MediaError) -> Container {
        let (info, count) = (index.info, index.table.count)
        guard frames.upperBound < count else {
            throw .noSuchFrame(file: file.name, frame: frames.upperBound, count: count)
        }
        let container = try Self.container(of: path)
        if info.kind == .image { throw .cannotCut(file: path, reason: "the source is one picture") }
        if mode == .editList, !container.hasEditLists {
            throw .cannotCut(file: path, reason: "only .mp4, .m4v, .m4a and .mov have edit lists")
        }
        if mode == .smart, info.codec != "h264" {
            throw .cannotCut(
                file: path,
                reason: "“\(info.codec)” is not encoded here, H.264 alone; take another mode"
            )
        }
        return container
    }
}

extension Timebase {
    /// Ticks per second of an edit list: a multiple of the stream's own, and fine enough for sound.
    var editTimescale: Int64 {
        var timescale = denominator
        while timescale < 10_000 { timescale *= 2 }
        return timescale
    }
}
