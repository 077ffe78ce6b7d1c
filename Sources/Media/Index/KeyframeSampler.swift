import Timeline

/// Finds keyframes all over a file that does not list them, at ever more places.
///
/// Transport, program and raw streams, Matroska files without cues and most FLV files tell nothing of
/// their keyframes, so before they are scanned only a look into them does: it seeks to a byte and reads
/// up to the next keyframe, of which raw streams do not tell when it is shown. Places are halfway
/// between those before them, so that keyframes are known from all over the file at any time.
package struct KeyframeSampler: ~Copyable {
    private let file: OpenFile
    private var demuxer: Demuxer
    private let info: MediaInfo
    private var unlisted: UnlistedKeyframes?
    private let packet = Packet()
    /// The bytes where it still has to look.
    private var places: ArraySlice<Int64>
    private var found: [PacketRecord] = []
    private var misses = 0

    /// Places at most.
    package static let limit = 64
    /// The bytes between two places at least, more than most GOPs have.
    static let usualPart: Int64 = 32 << 20
    /// The same in a file elsewhere, of which the scan fetches once more what was read.
    private static let remotePart = 2 * usualPart
    /// The bytes that are read from a place at most.
    private static let reach = usualPart
    /// After as many places without a keyframe, a scan finds the few that there are as soon.
    private static let mostMisses = 8
    /// The first packets after a seek to a byte may be parts of pictures.
    private static let doubtful = 2

    /// Opens a file; `nil` where its container has a list, or none of this kind, and where it is short.
    init?(
        _ file: OpenFile,
        stream: Int?,
        part: Int64? = nil
    ) throws(MediaError) {
        let part = part ?? (file.isRemote ? Self.remotePart : Self.usualPart)
        guard file.size / 2 >= part else { return nil }
        let demuxer = try Demuxer(file)
        let info = demuxer.info(of: try demuxer.chooseStream(stream))
        demuxer.readList(of: info.stream)
        guard info.kind == .video, demuxer.lacksList(of: info.stream, size: file.size) else {
            return nil
        }
        demuxer.select(stream: info.stream)
        unlisted = UnlistedKeyframes(of: info.stream, in: file, demuxer)
        let isEndKnown = info.containerDuration != nil
        places = Self.places(in: file.size, part, withEnd: !isEndKnown)[...]
        (self.file, self.info) = (file, info)
        self.demuxer = demuxer
    }

    /// A half of the file, quarters, eighths and so on, as far as there are `part` bytes between them;
    /// before them one near the end, where nothing else tells how long the film is.
    static func places(in size: Int64, _ part: Int64, withEnd: Bool = false) -> [Int64] {
        var (places, step) = ([Int64](), size / 2)
        while step >= part, places.count < limit - 1 {
            places += (0...Int64(places.count)).map { step + 2 * step * $0 }
            step /= 2
        }
        return withEnd && !places.isEmpty ? [size - part] + places : places
    }

    private var stream: Int { info.stream }

    /// Whether it has looked everywhere.
    var isDone: Bool { places.isEmpty }

    /// The keyframes so far, in the order of the file; none where their times do not follow it, as
    /// those of films that were joined.
    var keyframes: [PacketRecord] {
        let known = found.sorted { $0.position < $1.position }
        guard !demuxer.isRaw else { return known }
        let isSteady = zip(known, known.dropFirst()).allSatisfy { before, after in
            (before.pts ?? Timestamp(.max)) < (after.pts ?? Timestamp(.min))
        }
        return isSteady ? known : []
    }

    /// Looks at one place at least, and at further ones until a time.
    mutating func look(until end: ContinuousClock.Instant, isCancelled: () -> Bool) {
        repeat {
            guard let place = places.popFirst() else { return }
            guard let keyframe = keyframe(after: place, isCancelled) else {
                misses += 1
                if misses == Self.mostMisses { places = [] }
                continue
            }
            misses = 0
            if !found.contains(keyframe) { found.append(keyframe) }
        } while .now < end && !isCancelled()
    }

    private mutating func keyframe(
        after place: Int64,
        _ isCancelled: () -> Bool
    ) -> PacketRecord? {
        guard seek(to: place) else { return nil }
        var doubtful = unlisted == nil ? Self.doubtful : 0
        while !isCancelled() {
            guard demuxer.read(stream: stream, into: packet) else { return end() }
            let record = packet.record
            guard record.position < place + Self.reach else { return nil }
            let isWhole = doubtful <= 0 && record.position >= place
            if isWhole, record.isKeyframe, !record.isDiscarded {
                if demuxer.isRaw { return record.shown(at: nil) }
                if record.pts != nil { return record }
            }
            doubtful -= 1
        }
        return nil
    }

    /// Has packets come from a byte, or from the next that libavformat can begin to read at.
    private mutating func seek(to place: Int64) -> Bool {
        unlisted?.seek(demuxer, to: place, reach: Self.reach)
            ?? demuxer.seek(to: .byte(place), stream: stream)
    }

    /// Opens the file again: after the end of a Matroska file, libavformat reads nothing any more.
    private mutating func end() -> PacketRecord? {
        guard let again = try? Demuxer.opened(file, indexedAs: info) else {
            places = []
            return nil
        }
        again.select(stream: stream)
        unlisted = UnlistedKeyframes(of: stream, in: file, again)
        demuxer = again
        return nil
    }
}
