/// A size as people write it: 512 are MiB, and 64KiB, 512MiB and 2GiB say so.
enum ByteSize {
    private static let units = [("KiB", 10), ("MiB", 20), ("GiB", 30), ("", 20)]
    /// More than this is meant otherwise: somebody has counted bytes.
    private static let largest = 64 << 30
    /// What a size looks like, for messages.
    static let forms = "a size such as 512 (MiB), 64KiB or 2GiB"

    /// The bytes that a text stands for; `nil` when it is no size, or out of all proportion.
    static func bytes(_ text: String) -> Int? {
        guard text.utf8.first.map({ (48...57).contains($0) }) == true,
            let (unit, shift) = units.first(where: { text.hasSuffix($0.0) }),
            let number = Int(text.dropLast(unit.count)), (1...largest >> shift).contains(number)
        else { return nil }
        return number << shift
    }
}
