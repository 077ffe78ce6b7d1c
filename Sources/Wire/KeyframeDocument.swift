/// When the keyframes of a media are shown, as a list.
public struct KeyframeDocument: Equatable, Sendable {
    /// The times in ticks of the media's timebase, ascending.
    public var times: [Int64]

    /// Creates a list.
    public init(times: [Int64]) { self.times = times }

    /// The list as a JSON array of objects.
    public func json() -> [UInt8] {
        let rows = times.map { "{\"pts\":\($0)}" }
        return Array("[\n\(rows.joined(separator: ",\n"))\n]\n".utf8)
    }

    /// The list below the header `pts`.
    public func csv() -> [UInt8] { Array("pts\n\(times.map { "\($0)\n" }.joined())".utf8) }
}
