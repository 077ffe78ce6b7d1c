/// The 32 bytes before the picture in a preview, big-endian.
public struct PreviewHeader: Equatable, Sendable {
    /// How many bytes a header has.
    public static let byteCount = 32

    /// The encoding of the picture.
    public enum Format: UInt8, Sendable {
        /// JPEG.
        case jpeg = 1

        /// WebP.
        case webp = 2
    }

    /// What is known of the picture.
    public struct Flags: OptionSet, Sendable {
        /// The bits on the wire.
        public let rawValue: UInt16

        /// Creates flags from the bits on the wire.
        public init(rawValue: UInt16) {
            self.rawValue = rawValue
        }

        /// This is the target's own frame.
        public static let exact = Flags(rawValue: 1 << 0)

        /// The picture is a keyframe.
        public static let keyframe = Flags(rawValue: 1 << 1)

        /// The decoder concealed damage.
        public static let concealed = Flags(rawValue: 1 << 2)
    }

    /// The encoding of the picture.
    public var format: Format

    /// What is known of the picture.
    public var flags: Flags

    /// Pixels per line.
    public var width: UInt16

    /// Lines.
    public var height: UInt16

    /// The message that the preview answers.
    public var seq: UInt32

    /// The frame shown; ``noNumber`` while its number is not known.
    public var frame: UInt32

    /// What stands for a frame's number that is not known yet; `pts` says which frame it is.
    public static let noNumber = UInt32.max

    /// The number of the frame shown, if it is known.
    public var number: Int? { frame == Self.noNumber ? nil : Int(frame) }

    /// The time of the frame shown, in ticks of the media's timebase.
    public var pts: Int64

    /// How many frames were decoded for it.
    public var decoded: UInt32

    /// Creates a header.
    public init(
        format: Format,
        flags: Flags,
        width: UInt16,
        height: UInt16,
        seq: UInt32,
        frame: UInt32,
        pts: Int64,
        decoded: UInt32
    ) {
        self.format = format
        self.flags = flags
        self.width = width
        self.height = height
        self.seq = seq
        self.frame = frame
        self.pts = pts
        self.decoded = decoded
    }
}

/// "VN".
private let magic: UInt16 = 0x564E

/// The version that the header belongs to.
private let version: UInt8 = 1

extension PreviewHeader {
    /// The header as it goes over the wire.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        bytes.appendBigEndian(magic)
        bytes.appendBigEndian(version)
        bytes.appendBigEndian(format.rawValue)
        bytes.appendBigEndian(flags.rawValue)
        bytes.appendBigEndian(width)
        bytes.appendBigEndian(height)
        bytes.appendBigEndian(UInt16(0))
        bytes.appendBigEndian(seq)
        bytes.appendBigEndian(frame)
        bytes.appendBigEndian(pts)
        bytes.appendBigEndian(decoded)
        return bytes
    }

    /// Reads the header of a preview; the picture may follow.
    ///
    /// - Throws: ``WireError/invalidMessage(reason:seq:)`` for what is no preview of version 1.
    public init(bytes: [UInt8]) throws(WireError) {
        guard bytes.count >= Self.byteCount else {
            throw Self.failure("expected 32 bytes, got \(bytes.count)")
        }
        guard bytes.bigEndian(at: 0) == magic, bytes[2] == version else {
            throw Self.failure("expected VN and version 1")
        }
        guard let format = Format(rawValue: bytes[3]) else {
            throw Self.failure("expected format 1 or 2, got \(bytes[3])")
        }
        self.format = format
        flags = Flags(rawValue: bytes.bigEndian(at: 4))
        width = bytes.bigEndian(at: 6)
        height = bytes.bigEndian(at: 8)
        seq = bytes.bigEndian(at: 12)
        frame = bytes.bigEndian(at: 16)
        pts = bytes.bigEndian(at: 20)
        decoded = bytes.bigEndian(at: 28)
    }

    private static func failure(_ reason: String) -> WireError {
        .invalidMessage(reason: "preview header: " + reason, seq: nil)
    }
}

extension [UInt8] {
    fileprivate mutating func appendBigEndian(_ value: some FixedWidthInteger) {
        for shift in stride(from: value.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    fileprivate func bigEndian<Value: FixedWidthInteger>(at offset: Int) -> Value {
        self[offset..<offset + Value.bitWidth / 8].reduce(0) { $0 << 8 | Value($1) }
    }
}
