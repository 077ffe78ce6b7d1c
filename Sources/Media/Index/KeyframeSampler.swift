import Timeline

/// Finds keyframes all over a file that does not list them, at ever more places.
///
/// Transport and program streams tell nothing of their keyframes, so before they are scanned only a
/// look into them does: it seeks to a byte and reads up to the next keyframe. Places are halfway
/// between those before them, so that keyframes are known from all over the file at any time.
package struct KeyframeSampler: ~Copyable {
    private let demuxer: Demuxer
    private let stream: Int
    private let packet = Packet()
    /// The bytes where it still has to look.
    private var places: ArraySlice<Int64>
    private var found: [PacketRecord] = []

    /// Places at most.
    package static let limit = 64
    /// The bytes between two places at least, more than most GOPs have.
    static let usualPart: Int64 = 32 << 20
    /// The bytes that are read from a place at most.
    private static let reach = usualPart
    /// The first packets after a seek may be parts of pictures.
    private static let doubtful = 2

    /// Opens a file; `nil` where its container has a list, its packets have no times, or it is short.
    init?(
        _ file: OpenFile,
        stream: Int?,
        part: Int64 = usualPart
    ) throws(MediaError) {
        let places = Self.places(in: file.size, part)
        guard !places.isEmpty, !file.isRemote else { return nil }
        let demuxer = try Demuxer(file)
        let info = demuxer.info(of: try demuxer.chooseStream(stream))
        guard info.kind == .video, demuxer.isPacketStream else { return nil }
        demuxer.select(stream: info.stream)
        (self.stream, self.places) = (info.stream, places[...])
        self.demuxer = demuxer
    }

    /// A half of the file, quarters, eighths and so on, as far as there are `part` bytes between them.
    static func places(in size: Int64, _ part: Int64) -> [Int64] {
        var (places, step) = ([Int64](), size / 2)
        while step >= part, places.count < limit - 1 {
            places += (0...Int64(places.count)).map { step + 2 * step * $0 }
            step /= 2
        }
        return places
    }

    /// Whether it has looked everywhere.
    var isDone: Bool { places.isEmpty }

    /// The keyframes so far, in the order of the file; none where their times do not follow it, as
    /// those of films that were joined.
    var keyframes: [PacketRecord] {
        let known = found.sorted { $0.position < $1.position }
        let isSteady = zip(known, known.dropFirst()).allSatisfy { before, after in
            (before.pts ?? Timestamp(.max)) < (after.pts ?? Timestamp(.min))
        }
        return isSteady ? known : []
    }

    /// Looks at one place at least, and at further ones until a time.
    mutating func look(until end: ContinuousClock.Instant, isCancelled: () -> Bool) {
        repeat {
            guard let place = places.popFirst() else { return }
            if let keyframe = keyframe(after: place, isCancelled), !found.contains(keyframe) {
                found.append(keyframe)
            }
        } while .now < end && !isCancelled()
    }

    private func keyframe(after place: Int64, _ isCancelled: () -> Bool) -> PacketRecord? {
        guard demuxer.seek(to: .byte(place), stream: stream) else { return nil }
        var count = 0
        while demuxer.read(stream: stream, into: packet), !isCancelled() {
            let record = packet.record
            count += 1
            guard record.position < place + Self.reach else { return nil }
            let isWhole = count > Self.doubtful && record.position >= place
            if isWhole, record.isKeyframe, !record.isDiscarded, record.pts != nil { return record }
        }
        return nil
    }
}
