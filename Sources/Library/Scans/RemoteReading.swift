import Media

/// What has come of a media that lies elsewhere, as clients are told of it.
package struct RemoteReading: Equatable, Sendable {
    /// Bytes that its server has sent since it was found.
    package let fetched: Int64
    /// All of its bytes.
    package let size: Int64
    /// Whether somebody waits for bytes, other than a scan.
    package let isAwaited: Bool

    /// What has come of a file by now; `nil` for one that lies here.
    init?(_ file: OpenFile, isAwaited: Bool = false) {
        guard file.isRemote else { return nil }
        (fetched, size, self.isAwaited) = (file.fetched, file.size, isAwaited)
    }
}

/// How a media's reading is followed, and when its clients are told.
struct ReadingWatch {
    /// What clients were told last; `nil` for a file that lies here.
    private(set) var reading: RemoteReading?
    private var lastTold: ContinuousClock.Instant?
    private var lastAwaited: ContinuousClock.Instant?
    /// How long after a wait it counts as one, so that many short ones are told as one.
    private static let rest = Duration.milliseconds(300)
    /// The time between two reports of bytes that come.
    private static let pause = Duration.milliseconds(500)

    /// What has come of a file by now, as clients are told with other news.
    func reading(of file: OpenFile) -> RemoteReading? {
        RemoteReading(file, isAwaited: reading?.isAwaited ?? false)
    }

    /// Looks at a file; returns whether clients are to be told, who of a media that `isKnown` as a
    /// whole want to know of waits alone.
    mutating func look(
        at file: OpenFile,
        isKnown: Bool,
        at now: ContinuousClock.Instant
    ) -> Bool {
        if file.awaitsFetch { lastAwaited = now }
        let isAwaited = lastAwaited.map { now - $0 < Self.rest } ?? false
        guard let found = RemoteReading(file, isAwaited: isAwaited) else { return false }
        let isDue = lastTold.map { now - $0 >= Self.pause } ?? true
        let hasGrown = found.fetched != reading?.fetched
        guard found.isAwaited != reading?.isAwaited ?? false || !isKnown && isDue && hasGrown else {
            return false
        }
        (reading, lastTold) = (found, now)
        return true
    }
}
