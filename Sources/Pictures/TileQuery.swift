/// How a client wants the tiles of a media.
package struct TileQuery: Hashable, Sendable {
    /// Whole seconds from one tile to the next.
    package let interval: Int
    /// Columns of pixels of a tile, at most.
    package let width: Int
    /// The stream that they are of; `nil` is the best one.
    package let stream: Int?
    /// The version of the media that addresses name; it makes no other tiles.
    package var version: String?
    /// What signs the addresses of a list, as a part of each; it makes no other tiles.
    package var signature = ""

    /// What a client may ask for.
    package static let intervals = 1...3600
    /// The widths that a client may ask for.
    package static let widths = 16...640

    /// The tiles that a player gets which names no options, but for those that are given.
    package init(interval: Int = 10, width: Int = 160, stream: Int? = nil) {
        (self.interval, self.width, self.stream) = (interval, width, stream)
    }

    /// What distinguishes it from other queries, as part of an entity tag.
    package var tag: String { "\(interval)-\(width)" }

    /// The query as part of an address.
    package var text: String { "interval=\(interval)&width=\(width)\(furtherText)" }

    /// The stream and the version as a further part of an address.
    var furtherText: String {
        (stream.map { "&stream=\($0)" } ?? "") + (version.map { "&v=\($0)" } ?? "") + signature
    }
}

/// Which frames a client wants side by side.
package struct FilmstripQuery: Hashable, Sendable {
    /// The first frame, and the last.
    package let from, to: Int
    /// Pictures at most, evenly spaced, both ends included.
    package let count: Int
    /// Columns of pixels of each, at most.
    package let width: Int

    /// How many a client may ask for.
    package static let counts = 1...60
    /// The widths that a client may ask for.
    package static let widths = 16...320

    /// The frames between two, whichever the client names first; without a count as many as there
    /// are, or as a client may ask for.
    package init(_ one: Int, _ other: Int, count: Int? = nil, width: Int? = nil) {
        (from, to) = (min(one, other), max(one, other))
        let all = (to - from).addingReportingOverflow(1).partialValue
        self.count = count ?? min(max(all, 1), Self.counts.upperBound)
        self.width = width ?? 160
    }

    /// The frames, ascending, each once.
    ///
    /// Whole numbers throughout: clients compute the same.
    package var frames: [Int] {
        let last = min(count - 1, to - from)
        guard last > 0 else { return [from] }
        return (0...last).map { from + ((to - from) * $0 + last / 2) / last }
    }
}
