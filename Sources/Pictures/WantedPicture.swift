package import Basics
package import Library
package import Media
import Timeline

/// The picture that a session wants, with what its flow says about how it is to be made.
package struct WantedPicture {
    /// The frame's number.
    let frame: Int
    let format: PreviewFormat
    /// Whether the pointer moves backward, so that earlier frames are likely to be next.
    let goesBack: Bool
    let socket: SocketID
    let source: ClipSource
    /// The frame of the newest picture that the client has or gets.
    let newest: Int?
    /// Whether the pointer is so slow that every frame may be wanted.
    let isSlow: Bool
    /// The frames that were targets recently.
    let passed: Set<Int>
    /// Whether one message has moved the target far, so that the next is likely to be elsewhere.
    let isFromAfar: Bool
    /// Frames by which a pointer of steady speed moves per message at least, or the target by equal
    /// steps; negative for a step backward, and 0 for any other movement.
    let stride: Int
    /// Whether a pointer moves the target, and not one message alone.
    let isMoving: Bool
    /// The frame that a fast pointer will be on when a glance comes; the frame itself for any other.
    let heading: Int
    /// Whether the pointer is too fast for anything but glances.
    var isFast: Bool { heading != frame }

    /// Describes a picture and how it is wanted.
    package init(
        of frame: Int,
        _ format: PreviewFormat,
        goingBack goesBack: Bool,
        fromAfar isFromAfar: Bool,
        of source: ClipSource,
        for socket: SocketID,
        newest: Int?,
        isSlow: Bool,
        passed: Set<Int>,
        stride: Int,
        isMoving: Bool,
        heading: Int
    ) {
        (self.frame, self.format, self.goesBack) = (frame, format, goesBack)
        (self.source, self.socket, self.newest) = (source, socket, newest)
        (self.isSlow, self.passed, self.stride) = (isSlow, passed, stride)
        (self.isMoving, self.heading, self.isFromAfar) = (isMoving, heading, isFromAfar)
    }

    /// Which frames that are decoded on the way get a picture too.
    var pictures: PreviewSelection {
        guard goesBack else { return isMoving ? .some(passed) : .sparse(isFromAfar: isFromAfar) }
        let gop = source.index.table.gop(of: frame)
        guard Prefetch.isWorthIt(gop) else { return .last }
        guard let steps = BackwardSteps(from: frame, by: stride) else {
            return isSlow ? .all : .last
        }
        // The next step may be a smaller one.
        let last = max(gop.lowerBound, frame - PreviewCadence.run)...frame
        return .these(steps.frames(in: gop).union(last))
    }
}
