public import Timeline

/// Cuts frames out of a file into another, with all that belongs to them.
///
/// Nothing has the new file's name before the whole of it is on the disk.
public struct Cut: Sendable {
    /// What the cut will hold.
    public let plan: CutPlan
    private let file: OpenFile
    private let index: MediaIndex
    private let path: String
    private let overwrites: Bool

    /// Plans a cut.
    ///
    /// - Parameters:
    ///   - frames: The first frame that is wanted and the last.
    ///   - mode: How the ends are met.
    ///   - file: The file that was indexed.
    ///   - index: Its index, which must be complete.
    ///   - path: The new file, whose ending says what kind it is.
    ///   - overwriting: Whether a file of that name may be replaced.
    /// - Throws: ``MediaError`` where the frames are not there or cannot be cut out so.
    public init(
        _ frames: ClosedRange<Int>,
        _ mode: CutMode,
        of file: OpenFile,
        _ index: MediaIndex,
        to path: String,
        overwriting: Bool = false
    ) throws(MediaError) {
        (self.file, self.index, self.path, overwrites) = (file, index, path, overwriting)
        let table = index.table
        guard frames.upperBound < table.count else {
            throw .noSuchFrame(file: file.name, frame: frames.upperBound, count: table.count)
        }
        let container = try Self.container(of: path)
        try Self.check(mode, index.info, container, path)
        let probe = KeyProbe(of: file, index)
        let ground = CutPlan.Ground(
            table: table,
            hasEditLists: container.hasEditLists,
            isSound: probe.isSound,
            lastRun: probe.lastRun
        )
        guard let plan = CutPlan(frames, mode, on: ground) else {
            throw .cannotCut(file: file.name, reason: "it hides frames between those wanted")
        }
        self.plan = plan
    }

    /// Writes the new file.
    ///
    /// - Parameters:
    ///   - progress: Told how much has been done, in 0…1.
    ///   - isCancelled: Asked before each packet.
    /// - Returns: The new file's length in bytes.
    /// - Throws: ``MediaError``; then nothing is left of the new file.
    @discardableResult
    public func run(
        progress: (Double) -> Void = { _ in },
        isCancelled: () -> Bool = { false }
    ) throws(MediaError) -> Int64 {
        let container = try Self.container(of: path)
        let expected = plan.expectedBytes(of: file.size, in: index.table)
        let draft = try DraftFile(path, expecting: expected, overwrites: overwrites)
        let muxer = try Muxer(draft.descriptor, as: container, name: path)
        var writer = try CutWriter.begun(plan, of: file, index, to: muxer, as: container)
        let total = Double(max(plan.packetCount, 1))
        let goesOn = { (written: Int) in
            progress(Double(written) / total)
            return !isCancelled()
        }
        try writer.encode(plan.head, lastRun: plan.lastRun, while: goesOn)
        try writer.copy(while: goesOn)
        try writer.encode(plan.tail, lastRun: plan.tail.count, while: goesOn)
        try writer.finish()
        try hideEnd(of: draft, writer.filmTrack)
        guard !isCancelled() else { throw .cancelled(file: file.name) }
        guard file.isUnchanged else { throw .changed(file: file.name) }
        try draft.publish()
        return draft.size
    }

    /// Hides what others refer to behind the last frame.
    private func hideEnd(of draft: borrowing DraftFile, _ track: Int) throws(MediaError) {
        guard plan.mode == .editList else { return }
        let length = plan.end(in: index.table).ticks - plan.start(in: index.table).ticks
        let base = index.table.timebase
        let edits = length * base.numerator * (base.editTimescale / base.denominator)
        guard EditListEnd(draft.descriptor).set(edits, ofTrack: track) else {
            throw .cannotWrite(file: path, reason: "its edit list is not as it should be")
        }
    }

    private static func container(of path: String) throws(MediaError) -> Container {
        if let container = Container(of: path) { return container }
        let endings = Container.endings.joined(separator: " ")
        throw .cannotCut(file: path, reason: "its name must end in one of \(endings)")
    }

    private static func check(
        _ mode: CutMode,
        _ info: MediaInfo,
        _ container: Container,
        _ path: String
    ) throws(MediaError) {
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
    }
}

extension Timebase {
    /// The ticks a second that edits are counted in: whole ones of the film's, and fine enough for
    /// sound.
    var editTimescale: Int64 {
        var timescale = denominator
        while timescale < 10_000 { timescale *= 2 }
        return timescale
    }
}
