import Media
package import Timeline
package import Wire

/// Where frames are on the track of a clip, and which frame each place shows.
///
/// Positions map over the whole media. Of what has not been scanned only some keyframes are known,
/// at their true times but without a number.
extension Clip {
    /// The position of a frame.
    package func position(of frame: Int) -> Double {
        length.track.position(of: table.pts(of: frame))
    }

    /// The frame that a position shows, or the nearest that is known; `position` is in 0...1.
    package func frame(at position: Double) -> Int {
        position < 1 ? frame(shownAt: length.track.time(at: position)) : table.count - 1
    }

    /// The frame that is shown at a time, or the nearest that is known.
    package func frame(shownAt time: Timestamp) -> Int {
        let frame = table.frame(at: time) ?? 0
        let next = frame + 1
        guard next < table.count, !isScanned(next) else { return frame }
        // It is not known what is shown in between.
        let (before, after) = (table.pts(of: frame).ticks, table.pts(of: next).ticks)
        return time.ticks - before <= after - time.ticks ? frame : next
    }

    /// Whether what is shown at a time can no longer change as the scan goes on.
    package func isSettled(at time: Timestamp) -> Bool {
        let frame = table.frame(at: time) ?? 0
        return table.isComplete || frame + 1 < table.settled
    }

    /// Whether a frame's packet has been scanned, so that its number is known.
    package func isScanned(_ frame: Int) -> Bool { table.ordinal(of: frame) < table.scanned }

    /// The number that a frame has in a newer scan of the same file; `nil` where it is not there.
    package func number(of frame: Int, in newer: Clip) -> Int? {
        guard (0..<table.count).contains(frame) else { return nil }
        return newer.number(ofFrameAt: table.pts(of: frame).ticks)
    }

    /// The frame that begins at a tick; `nil` where there is none.
    package func number(ofFrameAt ticks: Int64) -> Int? {
        guard let frame = table.frame(at: Timestamp(ticks)), table.pts(of: frame).ticks == ticks
        else { return nil }
        return frame
    }

    /// What clients are told of frame `frame`.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - isFixed: Whether what was asked for can lead to no other frame later.
    /// - Returns: The frame's number, if it is known, its times, and where decoding starts.
    package func target(_ frame: Int, isFixed: Bool = true) -> TargetDescription {
        let target = table.target(frame)
        let keyframe = target.keyframe
        return TargetDescription(
            frame: isScanned(frame) ? frame : nil,
            pts: target.pts.ticks,
            time: table.time(of: frame),
            timecode: info.clock.label(of: frame, in: table),
            key: target.isKeyframe,
            keyframe: TargetDescription.Keyframe(
                frame: keyframe.frame.flatMap { isScanned($0) ? $0 : nil },
                pts: keyframe.pts.ticks,
                time: table.timebase.seconds(keyframe.pts.ticks - table.first.ticks)
            ),
            exact: target.isExact && isFixed
        )
    }

    /// The position in a newer scan of the same file that shows the same frame, and if possible the
    /// same time within it.
    package func position(_ position: Double, in newer: Clip) -> Double {
        // By time, because a scan that continues also finds frames and packets in between.
        let frame = newer.table.frame(at: table.pts(of: self.frame(at: position))) ?? 0
        let isAsLong = newer.span == span
        let rescaled = isAsLong ? position : min(1, position * span / newer.span)
        return newer.frame(at: rescaled) == frame ? rescaled : newer.position(of: frame)
    }

    private var span: Double { max(1, Double(length.track.ticks)) }
}
