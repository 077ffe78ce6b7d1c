/// The most that one request may ask for.
extension RequestCost {
    /// The most that one request may cost: the index of a day and a half at 30 frames a second, ten
    /// hours of tiles, so many pixels that their JPEGs together fit into memory, the pictures of half
    /// an hour, of which few are in memory at once, and a minute and a half of sound in stereo.
    static let limit = RequestCost(
        rows: 1 << 22,
        pictures: 3600,
        pixels: 1 << 30,
        frames: 1 << 16,
        samples: 1 << 23
    )

    /// Throws ``RequestError/tooMuch(_:)``, which names the limit, if a number is beyond its own.
    func check() throws(RequestError) {
        let limits = [
            ("rows", rows, Self.limit.rows), ("pictures", pictures, Self.limit.pictures),
            ("pixels", pixels, Self.limit.pixels), ("frames", frames, Self.limit.frames),
            ("samples", samples, Self.limit.samples),
        ]
        for (name, cost, limit) in limits where cost > limit {
            throw .tooMuch("the answer would take \(cost) \(name), of \(limit) at most")
        }
    }
}
