import Server

/// A place that a cut begins or ends at, as it is typed.
struct CutEnd: Equatable {
    let query: TargetQuery

    /// What can be typed, for messages.
    static let forms = "a frame (123 or f123), a time (8s, 75.5 or 1:15.5), a timecode or 50%"

    /// Reads a place; `nil` where it has none of the forms.
    init?(_ text: String) {
        guard !text.hasPrefix("-"), let place = Self.place(text) else { return nil }
        query = TargetQuery(place)
    }

    private static func place(_ text: String) -> TargetQuery.Place? {
        let fields = text.split(omittingEmptySubsequences: false) { ":;".contains($0) }
        if fields.count == 4 { return .timecode(text) }
        if fields.count > 1 { return seconds(fields).map(TargetQuery.Place.time) }
        if text.hasSuffix("%") {
            return Double(text.dropLast()).flatMap { TargetQuery.Place("position", "\($0 / 100)") }
        }
        if text.hasPrefix("f") { return TargetQuery.Place("frame", String(text.dropFirst())) }
        if text.hasSuffix("s") { return TargetQuery.Place("time", String(text.dropLast())) }
        return TargetQuery.Place("frame", text) ?? TargetQuery.Place("time", text)
    }

    /// Seconds in minutes and seconds, with hours before them or without.
    private static func seconds(_ fields: [Substring]) -> Double? {
        let numbers = fields.compactMap { Double($0) }
        guard numbers.count == fields.count, numbers.count < 4,
            numbers.allSatisfy({ $0 >= 0 && $0.isFinite })
        else { return nil }
        return numbers.reduce(0) { $0 * 60 + $1 }
    }
}
