import Foundation

/// A file that `samples/make.sh` makes.
///
/// Every picture of a sample carries its own number, see ``Barcode``.
public struct Sample: Sendable, Hashable, CustomStringConvertible {
    /// The file's name below `samples/media`.
    public let name: String

    /// How many pictures are displayed.
    public let frames: Int

    /// The number that the first displayed picture carries.
    public let firstBarcode: Int

    /// The file's absolute path.
    public var path: String { Repository.root + "/samples/media/" + name }

    /// The file's name, which is what a failing test shows.
    public var description: String { name }

    private init(_ name: String, frames: Int, firstBarcode: Int = 0) {
        self.name = name
        self.frames = frames
        self.firstBarcode = firstBarcode
    }
}

extension Sample {
    /// H.264 at 1080p with GOPs of 250 frames and three B-frames, with sound.
    public static let longGOP = Sample("long-gop.mp4", frames: 600)

    /// H.264 in an MPEG transport stream that does not start at zero, with sound.
    public static let transportStream = Sample("start.ts", frames: 200)

    /// H.264 whose frames last differently long.
    public static let variableRate = Sample("vfr.mkv", frames: 150)

    /// HEVC with open GOPs.
    public static let hevc = Sample("hevc.mp4", frames: 150)

    /// VP9 with alternate reference frames.
    public static let vp9 = Sample("vp9.webm", frames: 150)

    /// H.264 at 29.97 frames a second, with drop-frame timecode and three chapters.
    public static let dropFrame = Sample("dropframe.mov", frames: 240)

    /// H.264 cut within a GOP, so that its first packets are decoded but not displayed.
    public static let editList = Sample("edit-list.mp4", frames: 117, firstBarcode: 33)

    /// Sound without a picture.
    public static let audio = Sample("audio.m4a", frames: 0)

    /// Every sample that has pictures.
    public static let videos = [
        longGOP, transportStream, variableRate, hevc, vp9, dropFrame, editList,
    ]

    /// Every sample.
    public static let all = videos + [audio]
}
