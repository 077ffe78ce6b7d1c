package import Library
package import Media
import Timeline
package import Wire

/// The encoded picture of a frame, and how many frames were decoded for it.
package struct EncodedFrame: Equatable, Sendable {
    /// The frame's number in one index; another may give it another.
    package private(set) var number: Int
    /// When it is shown, in the stream's ticks.
    package let pts: Int64
    /// Whether it is a keyframe.
    package let isKeyframe: Bool
    /// Whether its packet was known to be whole when the picture was made.
    package let isSettled: Bool
    /// The picture.
    package let preview: Preview
    /// Frames decoded for it; 0 when it came from a cache.
    package let decoded: Int
    /// Whether it is the storyboard's, in another size than was requested.
    package let isReduced: Bool

    /// Takes the picture of a frame.
    package init(
        _ preview: Preview,
        frame: Int,
        of source: ClipSource,
        decoded: Int = 0,
        isReduced: Bool = false
    ) {
        number = frame
        pts = source.index.table.pts(of: frame).ticks
        isKeyframe = source.index.table.isKeyframe(frame)
        isSettled = frame < source.index.table.settled
        self.preview = preview
        self.decoded = decoded
        self.isReduced = isReduced
    }

    /// The same frame by the number that it has in another index.
    package func numbered(_ number: Int) -> EncodedFrame {
        var frame = self
        frame.number = number
        return frame
    }
}

extension PreviewHeader {
    /// The header of a picture that answers `seq`; exact if it shows that target's own frame.
    package init(_ frame: EncodedFrame, seq: UInt32, isExact: Bool, isNumbered: Bool = true) {
        var flags: Flags = isExact ? [.exact] : []
        if frame.isKeyframe { flags.insert(.keyframe) }
        if frame.preview.isConcealed { flags.insert(.concealed) }
        self.init(
            format: .jpeg,
            flags: flags,
            width: UInt16(clamping: frame.preview.size.width),
            height: UInt16(clamping: frame.preview.size.height),
            seq: seq,
            frame: isNumbered ? UInt32(clamping: frame.number) : Self.noNumber,
            pts: frame.pts,
            decoded: UInt32(clamping: frame.decoded)
        )
    }
}
