extension Snap {
    /// The place `count` stops further on from the one nearest to `position`, or back.
    ///
    /// Held within the first and the last stop. `nil` where there are no stops to count.
    public func stop(
        _ count: Int,
        from position: Double,
        among finder: some StopFinder = NoStops()
    ) -> Double? {
        if case .marks(let marks) = stops {
            return finder.stop(count, from: position, among: marks)
        }
        guard let nearest = nearest(to: position).stop else { return nil }
        let (sum, overflow) = nearest.addingReportingOverflow(count)
        return place(ofStop: overflow ? (count < 0 ? 0 : Int.max) : max(sum, 0))
    }

    private func place(ofStop number: Int) -> Double? {
        switch stops {
        case .none, .marks: nil
        case .step(let step): min(Double(number) * step, nearest(to: 1).position)
        case .count(let parts): min(Double(number), Double(parts)) / Double(parts)
        case .places(let places): places[min(number, places.count - 1)]
        }
    }
}
