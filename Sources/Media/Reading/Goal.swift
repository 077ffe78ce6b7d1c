import Timeline

/// The frame that a call wants, and how.
struct Goal {
    let frame: Int
    /// The packet that carries it.
    let ordinal: Int
    let manner: FrameReader.Manner
    /// Whether the decoder may be told that nothing follows, once it has been fed the frame.
    ///
    /// Where a film begins with a recovery point, H.264 decoders then keep what follows it to
    /// themselves.
    private(set) var mayDrain = true

    /// Aims at a frame of `table`.
    init(_ frame: Int, _ manner: FrameReader.Manner, in table: FrameTable) {
        let ordinal = table.ordinal(of: frame)
        (self.frame, self.ordinal) = (frame, ordinal)
        // Of what is behind the scan, keyframes alone are known.
        self.manner = ordinal < table.scanned ? manner : .alone
    }

    /// The same, where the decoder is fed on until the frame comes out.
    var undrained: Goal {
        var goal = self
        goal.mayDrain = false
        return goal
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
        case .alone, .only: mayDrain
        case .since, .passing: false
        }
    }
}
