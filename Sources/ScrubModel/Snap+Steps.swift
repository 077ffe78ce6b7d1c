extension Snap {
    /// The place `count` stops further on from the one nearest to `position`, or back.
    ///
    /// Held within the first and the last stop. `nil` where there are no stops to count.
    public func stop(_ count: Int, from position: Double) -> Double? {
        guard let nearest = nearest(to: position).stop else { return nil }
        let (sum, overflow) = nearest.addingReportingOverflow(count)
        let wanted = Double(overflow ? (count < 0 ? 0 : Int.max) : max(sum, 0))
        switch stops {
        case .none: return nil
        case .step(let step): return min(wanted * step, self.nearest(to: 1).position)
        case .count(let parts): return min(wanted, Double(parts)) / Double(parts)
        }
    }
}
