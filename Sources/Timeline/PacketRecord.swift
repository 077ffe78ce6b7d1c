/// What the index remembers of one packet of the stream, in 32 bytes.
///
/// A packet's number in decode order is its *ordinal*. It identifies the frame that the packet
/// carries even where timestamps are missing, duplicated or changed by a byte seek.
public struct PacketRecord: Hashable, Sendable {
    let rawPTS: Int64
    let rawDTS: Int64
    /// The byte the packet starts at in the file, or -1 when the container does not say.
    public let position: Int64
    let sizeAndFlags: UInt32
    /// Ticks the packet's frame lasts; 0 when the container does not say.
    public let duration: Int32

    /// What the demuxer reports of a packet besides its times.
    public struct Flags: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt8
        /// Creates a set from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Decoding may start here.
        public static let key = Flags(rawValue: 1)
        /// The packet is needed to decode others, and its own frame is not shown.
        ///
        /// Edit lists cause this for the pictures before a cut, keyframes included.
        public static let discard = Flags(rawValue: 2)
        /// The file is damaged at the packet or next to it, so its bytes may be wrong.
        public static let damaged = Flags(rawValue: 4)
        /// The packet is a field whose frame has no other: decoders do not show it, or only they can
        /// tell, where it is not flagged ``discard``.
        public static let unpaired = Flags(rawValue: 8)
    }

    /// Creates a record; sizes are clamped to 28 bits and durations to 31.
    ///
    /// Times beyond ``Timestamp/furthest`` count as missing.
    public init(
        pts: Timestamp?,
        dts: Timestamp?,
        position: Int64,
        size: Int,
        duration: Int64 = 0,
        flags: Flags = []
    ) {
        rawPTS = Self.validated(pts)
        rawDTS = Self.validated(dts)
        self.position = position
        sizeAndFlags = UInt32(min(max(size, 0), 0xfff_ffff)) | UInt32(flags.rawValue & 15) << 28
        self.duration = Int32(clamping: max(duration, 0))
    }

    /// A record of the values that another had.
    init(rawPTS: Int64, rawDTS: Int64, position: Int64, sizeAndFlags: UInt32, duration: Int32) {
        (self.rawPTS, self.rawDTS, self.position) = (rawPTS, rawDTS, position)
        (self.sizeAndFlags, self.duration) = (sizeAndFlags, duration)
    }

    private static func validated(_ time: Timestamp?) -> Int64 {
        guard let time, time.ticks.magnitude <= Timestamp.furthest.magnitude else { return .min }
        return time.ticks
    }

    /// When the frame is shown.
    public var pts: Timestamp? { rawPTS == .min ? nil : Timestamp(rawPTS) }
    /// When the packet is decoded.
    public var dts: Timestamp? { rawDTS == .min ? nil : Timestamp(rawDTS) }
    /// Bytes of the packet.
    public var size: Int { Int(sizeAndFlags & 0xfff_ffff) }
    /// What the demuxer says of the packet.
    public var flags: Flags { Flags(rawValue: UInt8(sizeAndFlags >> 28)) }
    /// Whether decoding may start here.
    public var isKeyframe: Bool { flags.contains(.key) }
    /// Whether the frame is decoded without being shown.
    public var isDiscarded: Bool { flags.contains(.discard) }
    /// Whether the packet is a field whose frame has no other.
    public var isUnpaired: Bool { flags.contains(.unpaired) }
    /// Whether the file is damaged at the packet or next to it.
    public var isDamaged: Bool { flags.contains(.damaged) }

    /// The same packet, flagged as damaged.
    public var markedAsDamaged: PacketRecord { with(flags.union(.damaged)) }

    /// The same packet, not flagged as damaged.
    public var markedAsWhole: PacketRecord { with(flags.subtracting(.damaged)) }

    /// The same packet, shown and decoded at a time; `nil` where that is unknown.
    public func shown(at time: Timestamp?) -> PacketRecord {
        PacketRecord(
            pts: time,
            dts: time,
            position: position,
            size: size,
            duration: Int64(duration),
            flags: flags
        )
    }

    private func with(_ flags: Flags) -> PacketRecord {
        PacketRecord(
            pts: pts,
            dts: dts,
            position: position,
            size: size,
            duration: Int64(duration),
            flags: flags
        )
    }
}

/// How a picture was coded (ITU-T H.264, 7.4.3; other codecs' types by what they refer to).
public enum PictureType: UInt8, Sendable {
    /// The decoder does not report it.
    case unknown = 0
    /// From itself alone: I.
    case intra = 1
    /// From pictures decoded before: P.
    case predicted = 2
    /// From up to two of them for each block: B.
    case bipredicted = 3

    /// The usual letter for the type; `nil` when the type is not known.
    public var letter: Character? {
        switch self {
        case .unknown: nil
        case .intra: "I"
        case .predicted: "P"
        case .bipredicted: "B"
        }
    }
}
