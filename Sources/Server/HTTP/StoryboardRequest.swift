import Pictures

extension StoryboardQuery {
    /// Reads a query: a stretch of the track, and into how many parts it is divided.
    init(_ query: [String: String]) throws(RequestError) {
        let count = try Route.integer("count", in: Self.counts, query)
        self.init(try Route.stretch(query), count: count ?? StoryboardQuery().count)
    }
}
