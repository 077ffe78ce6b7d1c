public import Timeline

/// The media that marks belong to.
public struct MarkedMedia: Sendable {
    /// The file's name, without its folder.
    public let name: String
    /// Its frames.
    public let table: FrameTable
    /// The labels that they carry.
    public let clock: FrameClock

    /// Creates a media.
    public init(name: String, table: FrameTable, clock: FrameClock) {
        (self.name, self.table, self.clock) = (name, table, clock)
    }
}

/// Boundaries lie where frames start: boundary n is the start of frame n, and the last one the end
/// of the last frame. A time in a file stands for the boundary nearest to it, so that neither
/// rounding nor another program's clock moves it to another frame.
extension MarkedMedia {
    /// The boundary that a time stands for.
    ///
    /// - Throws: ``MarksError/outside(_:count:)`` more than half a frame beyond the ends.
    public func boundary(nearest time: FileTime) throws(MarksError) -> Int {
        let ticks = rescale(
            time.value,
            by: time.unit.numerator * table.timebase.denominator,
            over: time.unit.denominator * table.timebase.numerator
        )
        let (place, overflow) = table.first.ticks.addingReportingOverflow(ticks)
        guard !overflow, !table.isEmpty else { throw outside(time) }
        let before = table.frame(at: Timestamp(place)) ?? 0
        let (start, end) = (ticksOf(before), ticksOf(before + 1))
        let half = (end - start) / 2
        guard place >= start - half, place <= end + half else { throw outside(time) }
        return place - start <= end - place ? before : before + 1
    }

    /// When a boundary is, in units of a format that calls them `name`.
    ///
    /// - Throws: ``MarksError/tooFine(unit:)`` where the boundary could not be told from others.
    public func time(
        of boundary: Int,
        in unit: Timebase,
        called name: String
    ) throws(MarksError) -> FileTime {
        let time = FileTime(units(to: boundary, in: unit), in: unit)
        guard (try? self.boundary(nearest: time)) == boundary else { throw .tooFine(unit: name) }
        return time
    }

    /// The units up to a boundary, rounded to the nearest.
    public func units(to boundary: Int, in unit: Timebase) -> Int64 {
        rescale(
            ticksOf(boundary) - table.first.ticks,
            by: table.timebase.numerator * unit.denominator,
            over: table.timebase.denominator * unit.numerator
        )
    }

    /// Whether a boundary is whole units from the first frame, but for the rounding to the media's own ticks.
    public func isCounted(_ boundary: Int, in unit: Timebase) -> Bool {
        let counted = rescale(
            units(to: boundary, in: unit),
            by: unit.numerator * table.timebase.denominator,
            over: unit.denominator * table.timebase.numerator
        )
        let place = Int128(table.first.ticks) + Int128(counted)
        return (place - Int128(ticksOf(boundary))).magnitude <= 1
    }

    /// The frames between two times; without a start from the first, without an end to the last.
    ///
    /// However close the times are, one frame is between them: the one that starts nearest.
    public func frames(
        from start: FileTime?,
        to end: FileTime?
    ) throws(MarksError) -> ClosedRange<Int> {
        if let start, let end, end < start { throw .backwards("\(start)", "\(end)") }
        guard !table.isEmpty else { throw .outside("a segment", count: 0) }
        let first = min(try start.map(boundary) ?? 0, table.count - 1)
        let after = try end.map(boundary) ?? table.count
        return first...max(after - 1, first)
    }

    private func ticksOf(_ boundary: Int) -> Int64 {
        (boundary < table.count ? table.pts(of: boundary) : table.end).ticks
    }

    private func outside(_ time: FileTime) -> MarksError {
        .outside("\(time)", count: table.count)
    }
}
