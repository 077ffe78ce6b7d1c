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
            throw fields.complaint("to: expected exactly one of \(names), got \(found.count)")
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
            try fields.truth(.undo)
            self = .undo
        }
    }
}

private func isPosition(_ value: Double) -> Bool { (0...1).contains(value) }
