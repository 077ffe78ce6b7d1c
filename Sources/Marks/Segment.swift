/// A named stretch of frames.
public struct Segment: Hashable, Sendable {
    /// What edits call it by; never used twice for one media, but for what was undone.
    public let id: Int
    /// What people call it; may be empty.
    public internal(set) var name: String
    /// The frames that it covers.
    public internal(set) var frames: ClosedRange<Int>

    /// The longest name, in characters.
    public static let nameLimit = 200

    /// A name as it is kept: on one line, without anything that does not show.
    ///
    /// The formats that marks are kept in know no others.
    static func tidied(_ name: some StringProtocol) throws(MarksError) -> String {
        // Looked at before anything is built from it. A character may be many bytes.
        guard name.utf8.count <= nameLimit * 16 else { throw .nameTooLong }
        var tidy = ""
        var hasGap = false
        for scalar in name.unicodeScalars {
            if scalar.isBlank {
                hasGap = !tidy.isEmpty
            } else {
                if hasGap { tidy.append(" ") }
                hasGap = false
                tidy.unicodeScalars.append(scalar)
            }
        }
        guard tidy.count <= nameLimit else { throw .nameTooLong }
        return tidy
    }
}

extension Unicode.Scalar {
    /// Whether it separates words or controls devices.
    fileprivate var isBlank: Bool {
        properties.isWhitespace || properties.generalCategory == .control
    }
}
