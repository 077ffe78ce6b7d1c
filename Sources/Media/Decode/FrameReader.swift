// Media reads, indexes, decodes and cuts media files; the only module that imports FFmpeg and
// TurboJPEG.
//
// `OpenFile` is a file, `MediaIndex` its headers and frame table (built by `IndexBuilder`),
// `FrameReader` decodes any frame of it exactly, `PreviewMaker` encodes a frame as a JPEG, `Cut`
// copies a range of frames to a new file. None of them locks: each belongs to the thread that made
// it, except where its comment says otherwise. All block, and are not called on the event loop.
//
// Files may be hostile, so the server uses these types only within sandboxed processes:
// `WorkerLoop` (Worker/) runs there, behind System's `Sandbox`, and gets the messages that are
// defined beside it from the module MediaWorkers. `StoreFolder` (Storage/) is the folder of a store
// on disk.

import CFFmpeg
import System
import Timeline

/// Decodes any displayed frame of a file, exactly.
///
/// Frames are identified by the ordinal of their packet, which is carried through the decoder, so
/// missing, duplicate or shifted timestamps cannot lead to a wrong one. For sound with a cover,
/// every frame shows the cover. Belongs to the thread that made it. ``counts`` has the work done.
public struct FrameReader: ~Copyable {
    /// Which frames are wanted from the start of decoding to the target.
    ///
    /// Before the first wanted frame, non-reference frames are skipped, which changes no other
    /// frame's pixels and saves about half the work.
    public enum FrameSelection: Equatable, Sendable {
        /// The target alone, and the decoder is drained at it: cheapest for a single frame.
        case alone
        /// The target alone, which is a keyframe, and nothing before it: it is decoded at once, or
        /// not at all.
        case keyframe
        /// These frames, of which the target is the last, and the decoder is drained at it.
        case only(Set<Int>)
        /// Every frame from this one on. The decoder is not drained, so that a later target ahead
        /// is reached by decoding on.
        case since(Int)
        /// The same, for a target that somebody waits for: of the frames before, the first may be
        /// shown and then one at least every 100 ms, and the others are not waited for.
        case resting(since: Int)
        /// The same for the target alone, at which the decoder is drained: the next target is likely
        /// to be elsewhere.
        case fromAfar
        /// The target, and every frame from this one on, which comes after it. The decoder is not
        /// drained: for a target that is one step of many.
        case passing(to: Int)

        /// Whether a frame decoded before `target` may be shown, and is not decoded only because
        /// others refer to it.
        func shows(_ frame: Int, decodingTo target: Int) -> Bool {
            switch self {
            case .alone, .keyframe: frame == target
            case .only(let frames): frame == target || frames.contains(frame)
            case .since, .resting, .fromAfar, .passing: true
            }
        }
    }

    /// Frame threads by which one reader uses the processors that nobody else does: two for each,
    /// as threads wait for what they refer to, and at most four, as each holds frames of its own and
    /// delays the target by one.
    ///
    /// Measured on two processors: beside two threads, four take 0.85 to 0.95 of the time to a frame
    /// within a GOP (H.264 and HEVC, 30 to 250 frames), and three take more.
    public static let usefulThreads = min(4, 2 * WorkThread.processors)

    private let source: OpenFile
    private let count: Int
    /// What is read: a stream of pictures, or else the cover.
    private var media: MediaReader?
    private let cover: CoverPicture?

    /// Opens `file` for reading frames.
    ///
    /// - Parameters:
    ///   - file: The file that was indexed.
    ///   - index: Its index.
    ///   - threads: Frame threads of the decoder.
    /// - Throws: ``MediaError`` when there are no pictures, or no decoder for them.
    public init(_ file: OpenFile, index: MediaIndex, threads: Int = 1) throws(MediaError) {
        guard index.info.hasPictures else { throw .noPictures(file: file.name) }
        let cover = index.info.cover.map { CoverPicture(file, stream: $0) }
        let media = cover == nil ? try MediaReader(file, index: index, threads: threads) : nil
        (source, count, self.cover) = (file, index.table.count, cover)
        self.media = media
    }

    /// Opens a file again that another reader reads, for frames of the same stream, with less work.
    ///
    /// - Parameters:
    ///   - file: The file that was indexed.
    ///   - other: The other reader.
    ///   - threads: Frame threads of the decoder.
    /// - Throws: ``MediaError`` when there is no decoder for them.
    package init(
        _ file: OpenFile,
        beside other: borrowing FrameReader,
        threads: Int
    ) throws(MediaError) {
        (source, count, cover) = (file, other.count, other.cover)
        media =
            switch other.media {
            case .some(let media): try MediaReader(file, beside: media, threads: threads)
            case .none: nil
            }
    }

    /// The work done so far.
    public var counts: ReadCounts {
        let counts = media?.counted()
        return cover?.counts ?? counts ?? ReadCounts()
    }

    /// Decodes frame `frame` and passes it to `visit`, after the frames decoded before it.
    ///
    /// - Parameters:
    ///   - frame: The frame's number.
    ///   - selection: Which frames before or after it are wanted as well.
    ///   - visit: Called with each frame's number and picture in display order; returns whether
    ///     to continue. The picture is valid during the call.
    /// - Returns: Whether the frame was shown; `false` when `visit` stopped before it.
    /// - Throws: ``MediaError/undecodable(file:frame:)`` when even decoding from the first packet
    ///   on does not show the frame.
    @discardableResult
    public mutating func read(
        _ frame: Int,
        _ selection: FrameSelection,
        visit: (_ frame: Int, _ picture: borrowing Picture) -> Bool
    ) throws(MediaError) -> Bool {
        guard (0..<count).contains(frame) else {
            throw .noSuchFrame(file: file, frame: frame, count: count)
        }
        let source = source
        do throws(MediaError) {
            let isShown = try show(frame, selection) { frame, picture in
                !source.hasFailed && visit(frame, picture)
            }
            try source.checkReads()
            return isShown
        } catch {
            // What is missing of a file that lies elsewhere may look like damage.
            try source.checkReads()
            throw error
        }
    }

    private mutating func show(
        _ frame: Int,
        _ selection: FrameSelection,
        visit: (_ frame: Int, _ picture: borrowing Picture) -> Bool
    ) throws(MediaError) -> Bool {
        guard let cover else { return try media?.read(frame, selection, visit: visit) ?? false }
        try cover.decode()
        _ = visit(frame, cover.picture)
        return true
    }

    /// The file's name.
    var file: String { source.name }

    /// How many packets have to be decoded from the decoder's position until frame `frame` comes
    /// out; `nil` when it would have to seek.
    public func distance(to frame: Int, _ selection: FrameSelection) -> Int? {
        guard (0..<count).contains(frame) else { return nil }
        return cover == nil ? media?.distance(to: frame, selection) : 0
    }
}

/// The work a reader has done, for tests and benchmarks that count instead of timing.
public struct ReadCounts: Hashable, Sendable {
    /// Packets of the stream that were read.
    public var packetsRead = 0
    /// Frames that were decoded, counted when they were shown or discarded.
    public var framesDecoded = 0
    /// Further frames that were decoded for reordering and then discarded by a seek.
    public var framesAwaited = 0
    /// Seeks of the demuxer.
    public var seeks = 0
    /// Seek attempts that did not reach the frame.
    public var backOffs = 0

    /// Creates counts of zero.
    public init() {}
}

/// The cover picture of a sound file, decoded once.
final class CoverPicture {
    /// The work done so far.
    private(set) var counts = ReadCounts()
    /// The picture, valid after ``decode()``.
    let picture = Picture()
    private let file: OpenFile
    private let stream: Int

    /// Creates the attached picture of a file.
    init(_ file: OpenFile, stream: Int) { (self.file, self.stream) = (file, stream) }

    /// Decodes the picture, unless that was done before.
    ///
    /// - Throws: ``MediaError/noSuchStream(file:stream:)`` where the stream is no attached picture:
    ///   its number may come from a disk that others can write to.
    func decode() throws(MediaError) {
        guard counts.framesDecoded == 0 else { return }
        let demuxer = try Demuxer(file)
        guard demuxer.isCover(stream) else {
            throw .noSuchStream(file: file.name, stream: stream)
        }
        let decoder = try Decoder(for: demuxer.stream(stream), file: file.name)
        decoder.send(demuxer.attachedPicture(of: stream), ordinal: 0, isWanted: true)
        decoder.sendEnd()
        counts.packetsRead += 1
        guard decoder.receive(into: picture) == .frame else {
            throw .undecodable(file: file.name, frame: 0)
        }
        counts.framesDecoded = 1
    }
}
