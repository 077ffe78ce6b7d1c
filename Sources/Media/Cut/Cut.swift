public import Timeline

/// Cuts frames out of a file into another, with all that belongs to them.
///
/// Nothing has the new file's name before the whole of it is on the disk.
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
    ///   - frames: The first frame that is wanted and the last.
    ///   - mode: How the ends are met.
    ///   - file: The file that was indexed.
    ///   - index: Its index, which must be complete.
    ///   - path: The new file, whose ending says what kind it is.
    ///   - overwriting: Whether a file of that name may be replaced.
    ///   - isCancelled: Asked now and then.
    /// - Throws: ``MediaError`` where the frames are not there or cannot be cut out so.
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
        let probe = KeyProbe(of: file, index)
        let ground = CutPlan.Ground(
            table: index.table,
            hasEditLists: container.hasEditLists,
            isSound: { isCancelled() || probe.isSound($0, $1) },
            lastRun: { isCancelled() ? $1 : probe.lastRun($0, $1) }
        )
        let plan = CutPlan(frames, mode, on: ground)
        guard !isCancelled() else { throw .cancelled(file: file.name) }
        guard let plan else {
            throw .cannotCut(file: file.name, reason: "it hides frames between those wanted")
        }
        self.init(plan, of: file, index, to: path, overwriting: overwriting)
    }

    /// Takes over a plan.
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
        try publish(unless: isCancelled) { draft throws(MediaError) in
            try write(to: draft) { done in
                progress(done)
                return !isCancelled()
            }
        }
    }

    /// Has a file written that has no name yet, and gives it its own; returns its length.
    func publish(
        unless isCancelled: () -> Bool,
        _ write: (_ draft: CInt) throws(MediaError) -> Void
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

    /// Writes the cut to a descriptor, which can be read and sought, too.
    ///
    /// Before each packet, `goesOn` is told how much has been done.
    func write(to descriptor: CInt, while goesOn: (Double) -> Bool) throws(MediaError) {
        let container = try Self.container(of: path)
        let muxer = try Muxer(descriptor, as: container, name: path)
        var writer = try CutWriter.begun(plan, of: file, index, to: muxer, as: container)
        let total = Double(max(plan.packetCount, 1))
        let isWanted = { (written: Int) in goesOn(Double(written) / total) }
        try writer.encode(plan.head, lastRun: plan.lastRun, while: isWanted)
        try writer.copy(while: isWanted)
        try writer.encode(plan.tail, lastRun: plan.tail.count, while: isWanted)
        try writer.finish()
        try hideEnd(of: descriptor, writer.filmTrack)
    }

    /// Hides what others refer to behind the last frame.
    private func hideEnd(of descriptor: CInt, _ track: Int) throws(MediaError) {
        guard plan.mode == .editList else { return }
        let length = plan.end(in: index.table).ticks - plan.start(in: index.table).ticks
        let base = index.table.timebase
        let edits = rescale(length, by: base.numerator * base.editTimescale, over: base.denominator)
        guard EditListEnd(descriptor).set(edits, ofTrack: track) else {
            throw .cannotWrite(file: path, reason: "its edit list is not as it should be")
        }
    }

    private static func container(of path: String) throws(MediaError) -> Container {
        if let container = Container(of: path) { return container }
        let endings = Container.endings.joined(separator: " ")
        throw .cannotCut(file: path, reason: "its name must end in one of \(endings)")
    }

    /// Finds what a wish makes impossible, without a look at the file; gives the new one's kind.
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
    /// The ticks a second that edits are counted in: whole ones of the film's, and fine enough for
    /// sound.
    var editTimescale: Int64 {
        var timescale = denominator
        while timescale < 10_000 { timescale *= 2 }
        return timescale
    }
}
