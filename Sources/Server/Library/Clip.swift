package import Media
package import Timeline
package import Wire

/// A media as clients see it at one moment: what it is, and every frame known so far.
///
/// Never changes, and is shared by all that hold it: a scan that has come further makes another.
package final class Clip: Sendable {
    /// The id that clients name it by.
    package let id: MediaID
    /// The file's name below its root.
    package let name: String
    /// What the file says about itself.
    package let info: MediaInfo
    /// The frames known so far; never empty.
    package let table: FrameTable
    /// How much of the file has been scanned, in 0…1.
    package let progress: Double
    /// The first frame of each chapter that has been scanned, ascending.
    let chapterFrames: [Int]

    /// Creates a clip.
    package init(id: MediaID, name: String, info: MediaInfo, table: FrameTable, progress: Double) {
        self.id = id
        self.name = name
        self.info = info
        self.table = table
        self.progress = progress
        let isKnown = { (chapter: Chapter) in table.isComplete || chapter.start < table.end }
        chapterFrames = info.chapters.filter(isKnown).map(table.firstFrame).sorted()
    }

    /// The frame that a position shows; `position` is in 0…1.
    func frame(at position: Double) -> Int { table.frame(atPosition: position) ?? 0 }

    /// What clients are told of frame `frame`.
    package func target(_ frame: Int) -> TargetDescription {
        let target = table.target(frame)
        let keyframe = target.keyframe
        return TargetDescription(
            frame: target.frame,
            pts: target.pts.ticks,
            time: table.time(of: frame),
            timecode: info.clock.label(of: frame, in: table),
            key: target.isKey,
            keyframe: TargetDescription.Keyframe(
                frame: keyframe.frame,
                pts: keyframe.pts.ticks,
                time: table.timebase.seconds(keyframe.pts.ticks - table.first.ticks)
            ),
            exact: target.isExact
        )
    }
}
