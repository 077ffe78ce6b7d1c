import Timeline

/// The frame that a call wants, and how.
struct Goal {
    let frame: Int
    /// The packet that carries it.
    let ordinal: Int
    let manner: FrameReader.Manner

    /// Aims at a frame of `table`.
    init(_ frame: Int, _ manner: FrameReader.Manner, in table: FrameTable) {
        let ordinal = table.ordinal(of: frame)
        (self.frame, self.ordinal) = (frame, ordinal)
        // Of what is behind the scan, keyframes alone are known.
        self.manner = ordinal < table.scanned ? manner : .alone
    }

    /// The first frame that must not be skipped.
    var first: Int {
        switch manner {
        case .alone, .passing: frame
        case .only(let frames): min(frames.min() ?? frame, frame)
        case .since(let first): min(first, frame)
        }
    }

    /// Whether a frame on the way must come out.
    func wants(_ other: Int) -> Bool {
        switch manner {
        case .only(let frames): other == frame || frames.contains(other)
        case .passing(let next): other == frame || other >= next
        case .alone, .since: other >= first
        }
    }

    /// Whether nothing behind the frame is needed.
    var endsThere: Bool {
        switch manner {
        case .alone, .only: true
        case .since, .passing: false
        }
    }
}
