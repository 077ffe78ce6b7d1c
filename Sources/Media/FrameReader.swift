import Timeline

/// Brings any displayed frame of a file before the eye, exactly.
///
/// Frames are known by the ordinal of their packet, carried through the decoder, so neither
/// missing nor doubled nor shifted timestamps can lead to a wrong one. Sound that comes with a
/// cover shows it at every frame. Belongs to the thread that made it. What it costs is counted in
/// ``work``.
public struct FrameReader: ~Copyable {
    /// Which frames are wanted on the way to the target.
    ///
    /// Before the first wanted frame, those that no other refers to are skipped, which leaves
    /// every other frame's pixels as they are and saves about half the work.
    public enum Manner: Equatable, Sendable {
        /// The target alone, and the decoder is drained at it: cheapest for one frame from afar.
        case alone
        /// These frames, the target the last of them, and the decoder is drained at it.
        case only(Set<Int>)
        /// Every frame from this one on. The decoder stays where it is, so that a later target
        /// ahead is reached by going on.
        case since(Int)
        /// The target, and every frame from this one on, which is behind it. The decoder stays
        /// where it is: for a target that is one step of many.
        case passing(to: Int)

        /// Whether a frame on the way to `target` may be looked at, and is not only decoded for
        /// the sake of others.
        func shows(_ frame: Int, onTheWayTo target: Int) -> Bool {
            switch self {
            case .alone: frame == target
            case .only(let frames): frame == target || frames.contains(frame)
            case .since, .passing: true
            }
        }
    }

    let file: String
    private let count: Int
    /// What is read: a film, or else a cover.
    private var film: FilmReader?
    private let cover: CoverPicture?

    /// Opens `file` for reading frames.
    ///
    /// - Parameters:
    ///   - file: The file that was indexed.
    ///   - index: Its index.
    ///   - threads: Frame threads of the decoder.
    /// - Throws: ``MediaError`` when there is nothing to decode, or nothing to decode it with.
    public init(_ file: OpenFile, index: MediaIndex, threads: Int = 1) throws(MediaError) {
        guard index.info.hasPictures else { throw .noPictures(file: file.name) }
        let cover = index.info.cover.map { CoverPicture(file, stream: $0) }
        let film = cover == nil ? try FilmReader(file, index: index, threads: threads) : nil
        (self.file, count, self.cover) = (file.name, index.table.count, cover)
        self.film = film
    }

    /// What has been done so far.
    public var work: ReadWork {
        let work = film?.counted()
        return cover?.work ?? work ?? ReadWork()
    }

    /// Decodes frame `frame` and hands it to `visit`, after those decoded on the way.
    ///
    /// - Parameters:
    ///   - frame: The frame's number.
    ///   - manner: Which frames are wanted on the way.
    ///   - visit: Called with each frame's number and picture in display order; returns whether
    ///     to go on. The picture is valid during the call.
    /// - Returns: Whether the frame was shown; `false` when `visit` stopped before it.
    /// - Throws: ``MediaError/undecodable(file:frame:)`` when even decoding from the first packet
    ///   on does not show the frame.
    @discardableResult
    public mutating func read(
        _ frame: Int,
        _ manner: Manner,
        visit: (_ frame: Int, _ picture: borrowing Picture) -> Bool
    ) throws(MediaError) -> Bool {
        guard (0..<count).contains(frame) else {
            throw .noSuchFrame(file: file, frame: frame, count: count)
        }
        guard let cover else { return try film?.read(frame, manner, visit: visit) ?? false }
        try cover.decode()
        _ = visit(frame, cover.picture)
        return true
    }

    /// The packets that are left to feed until frame `frame` comes out, going on from where the
    /// decoder stands; `nil` when it would have to seek.
    public func distance(to frame: Int, _ manner: Manner) -> Int? {
        guard (0..<count).contains(frame) else { return nil }
        return cover == nil ? film?.distance(to: frame, manner) : 0
    }
}
