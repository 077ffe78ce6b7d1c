package import Media
package import Timeline

/// A media as clients see it at one moment: what it is, and every frame known so far.
///
/// Immutable, and shared between threads: a scan that has advanced creates another one.
package final class Clip: Sendable {
    /// The id that clients name it by.
    package let id: MediaID
    /// The file's name below its root.
    package let name: String
    /// Which bytes the file has; another one has another version, also under the same id.
    package let version: String
    /// What the file says about itself.
    package let info: MediaInfo
    /// The frames known so far; never empty.
    package let table: FrameTable
    /// How much of the file has been scanned, in 0…1.
    package let progress: Double
    /// How much is decoded, where the file has to be as a whole before the order of its frames is
    /// known; `nil` where not.
    package let decoding: WholeDecode?
    /// What has come of a media that lies elsewhere; `nil` of one that lies here.
    package let reading: RemoteReading?
    /// What positions map over, and about how many frames it has.
    package let length: MediaLength
    /// The first frame of each chapter that has been scanned, ascending.
    package let chapterFrames: [Int]

    /// Creates a clip.
    ///
    /// - Parameters:
    ///   - id: The id that clients name it by.
    ///   - name: The file's name below its root.
    ///   - version: Which bytes the file has.
    ///   - info: What the file says about itself.
    ///   - table: The frames known so far; at least one.
    ///   - progress: How much of the file has been scanned, in 0…1.
    ///   - decoding: How much is decoded, where the file has to be as a whole.
    ///   - isEndKnown: Whether the end has been scanned, of a recording its present end; `nil` says
    ///     that of a complete table alone.
    ///   - reading: What has come of a media that lies elsewhere.
    package init(
        id: MediaID,
        name: String,
        version: String,
        info: MediaInfo,
        table: FrameTable,
        progress: Double,
        decoding: WholeDecode? = nil,
        isEndKnown: Bool? = nil,
        reading: RemoteReading? = nil
    ) {
        self.id = id
        self.name = name
        self.version = version
        self.info = info
        self.table = table
        self.progress = progress
        (self.decoding, self.reading) = (decoding, reading)
        let isKnown = isEndKnown ?? table.isComplete
        length = MediaLength(info, table, progress: progress, isKnown: isKnown)
        let isFound = { (chapter: Chapter) in table.isComplete || chapter.start < table.end }
        chapterFrames = info.chapters.filter(isFound).map(table.firstFrame).sorted()
    }

    /// The same clip while its file is decoded as a whole.
    convenience init(_ clip: Clip, during decode: WholeDecode) {
        self.init(clip, decode, clip.reading)
    }

    /// The same clip when more of it has come from elsewhere.
    convenience init(_ clip: Clip, during reading: RemoteReading) {
        self.init(clip, clip.decoding, reading)
    }

    private convenience init(_ clip: Clip, _ decode: WholeDecode?, _ reading: RemoteReading?) {
        self.init(
            id: clip.id,
            name: clip.name,
            version: clip.version,
            info: clip.info,
            table: clip.table,
            progress: clip.progress,
            decoding: decode,
            isEndKnown: clip.length.isKnown,
            reading: reading
        )
    }

    /// The frames that are shown within a stretch of the track.
    package func frames(within stretch: ClosedRange<Double>) -> Range<Int> {
        frame(at: stretch.lowerBound)..<frame(at: stretch.upperBound) + 1
    }

    /// The keyframes that can be shown in place of a frame, at most three, the nearest first.
    ///
    /// A sound file's cover is the same picture everywhere, and needs none.
    package func glances(near frame: Int) -> [Int] {
        info.cover == nil ? table.keyframes(nearestTo: frame, atMost: 3) : []
    }
}
