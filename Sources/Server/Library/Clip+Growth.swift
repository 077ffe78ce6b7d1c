import Timeline

extension Clip {
    /// Where a position lies in a newer scan of the same file: on the same frame, and at the same
    /// moment of it.
    func place(of position: Double, in newer: Clip) -> Double {
        let frame = newer.frame(ofOrdinal: table.ordinal(of: frame(at: position)))
        let rescaled = min(1, position * span / newer.span)
        return newer.frame(at: rescaled) == frame ? rescaled : newer.table.position(of: frame)
    }

    /// The frame that a packet carries; the last one where the file has turned out shorter.
    ///
    /// By ordinal, because a scan that goes on may still find frames in between.
    private func frame(ofOrdinal ordinal: Int) -> Int {
        let frame = table.packets.indices.contains(ordinal) ? table.frame(ofOrdinal: ordinal) : nil
        return frame ?? table.count - 1
    }

    private var span: Double { max(1, Double(table.end.ticks - table.first.ticks)) }
}
