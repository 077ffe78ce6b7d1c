import Timeline

/// Tiles in one file, as Roku's players read them for their bars.
///
/// All numbers are little-endian
/// (https://developer.roku.com/docs/developer-program/media-playback/trick-mode/bif-file-creation.md).
public struct BIF: Sendable {
    /// The file.
    public let bytes: [UInt8]

    /// What a file is called over HTTP; no name for it is registered.
    public static let contentType = "application/octet-stream"

    private static let magic: [UInt8] = [0x89, 0x42, 0x49, 0x46, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let headerSize = 64
    private static let entrySize = 8

    /// Writes a file.
    ///
    /// - Parameters:
    ///   - pictures: JPEG files; one that is missing leaves its time to the one before.
    ///   - interval: Whole seconds from one to the next.
    public init(_ pictures: [[UInt8]?], interval: Int) {
        let present = pictures.enumerated().filter { $0.element != nil }
        var offset = Self.headerSize + (present.count + 1) * Self.entrySize
        var file = Self.magic
        file.append(0)  // the format's version
        file.append(present.count)
        file.append(interval * 1000)
        file += Array(repeating: 0, count: Self.headerSize - file.count)
        for (number, picture) in present {
            file.append(number)
            file.append(offset)
            offset += picture?.count ?? 0
        }
        file.append(Int(UInt32.max))
        file.append(offset)
        file.reserveCapacity(offset)
        for case (_, let picture?) in present { file += picture }
        bytes = file
    }
}

extension [UInt8] {
    /// Appends 32 bits, the lowest byte first.
    fileprivate mutating func append(_ number: Int) {
        self += UInt32(truncatingIfNeeded: number).littleEndianBytes
    }
}
