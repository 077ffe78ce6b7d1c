/// Where a seek goes.
public enum Destination: Equatable, Sendable {
    /// A kind of keyframe, as seen from the target.
    public enum Keyframe: String, CaseIterable, Sendable {
        /// The first one after the target.
        case next

        /// The last one before the target.
        case previous

        /// The one closest to the target.
        case nearest
    }

    /// A kind of chapter, as seen from the target.
    public enum Chapter: String, CaseIterable, Sendable {
        /// The first one that starts after the target.
        case next

        /// The last one that starts before the target.
        case previous
    }

    /// A position in 0...1.
    case position(Double)

    /// Seconds since the first displayed frame, finite.
    case time(Double)

    /// A frame's number, 0...4294967295.
    case frame(Int)

    /// A timecode, as typed.
    case timecode(String)

    /// So many frames on, or back.
    case frames(Int)

    /// A keyframe.
    case keyframe(Keyframe)

    /// The start of a chapter.
    case chapter(Chapter)

    /// So many stops on, or back.
    case step(Int)

    /// Where the position was before the last gesture or seek.
    case undo
}

extension Destination {
    private static let names: [Fields.Name] = [
        .position, .time, .frame, .timecode, .frames, .keyframe, .chapter, .step, .undo,
    ]

    init(_ fields: Fields) throws(WireError) {
        let found = fields.names.filter(Self.names.contains)
        guard found.count == 1, let name = found.first else {
            let names = Self.names.map(\.rawValue).joined(separator: ", ")
            throw fields.failure("to: expected exactly one of \(names), got \(found.count)")
        }
        let limits = Int(Int32.min)...Int(Int32.max)
        switch name {
        case .position:
            self = .position(try fields.number(.position, "a number in 0...1", where: isPosition))
        case .time: self = .time(try fields.number(.time))
        case .frame: self = .frame(try fields.integer(.frame, in: 0...Int(UInt32.max)))
        case .timecode: self = .timecode(try fields.string(.timecode))
        case .frames: self = .frames(try fields.integer(.frames, in: limits))
        case .keyframe: self = .keyframe(try fields.choice(.keyframe))
        case .chapter: self = .chapter(try fields.choice(.chapter))
        case .step: self = .step(try fields.integer(.step, in: limits))
        default:
            try fields.requireTrue(.undo)
            self = .undo
        }
    }
}

private func isPosition(_ value: Double) -> Bool { (0...1).contains(value) }

/// The frame that a position resolves to.
public struct TargetDescription: JSONDocument, Equatable {
    /// A keyframe that decoding starts from.
    public struct Keyframe: Codable, Equatable, Sendable {
        /// The frame's number; `null` if the keyframe is decoded but never displayed.
        @Nullable public var frame: Int?

        /// The time in ticks of the media's timebase.
        public var pts: Int64

        /// Seconds since the first displayed frame.
        public var time: Double

        /// Creates a keyframe.
        public init(frame: Int?, pts: Int64, time: Double) {
            self.frame = frame
            self.pts = pts
            self.time = time
        }
    }

    /// The number in display order, from 0; `null` while it is not known.
    @Nullable public var frame: Int?

    /// The time in ticks of the media's timebase.
    public var pts: Int64

    /// Seconds since the first displayed frame.
    public var time: Double

    /// The timecode.
    public var timecode: String

    /// Whether the frame is a keyframe.
    public var key: Bool

    /// The keyframe that decoding must start from.
    public var keyframe: Keyframe

    /// Whether the index is complete up to this frame, so that the answer can no longer change.
    public var exact: Bool

    /// Creates a target.
    public init(
        frame: Int?,
        pts: Int64,
        time: Double,
        timecode: String,
        key: Bool,
        keyframe: Keyframe,
        exact: Bool
    ) {
        self.frame = frame
        self.pts = pts
        self.time = time
        self.timecode = timecode
        self.key = key
        self.keyframe = keyframe
        self.exact = exact
    }
}
