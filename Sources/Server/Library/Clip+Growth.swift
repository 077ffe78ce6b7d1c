import Timeline

extension Clip {
    /// Where a position lies in a newer scan of the same file: on the same frame, and at the same
    /// moment of it.
    func place(of position: Double, in newer: Clip) -> Double {
        // By time, because a scan that goes on finds frames in between, and packets too.
        let frame = newer.table.frame(at: table.pts(of: self.frame(at: position))) ?? 0
        let rescaled = min(1, position * span / newer.span)
        return newer.frame(at: rescaled) == frame ? rescaled : newer.table.position(of: frame)
    }

    private var span: Double { max(1, Double(table.end.ticks - table.first.ticks)) }
}
