import Timeline

/// The frame to decode, and which others are wanted with it.
struct DecodeTarget {
    let frame: Int
    /// The packet that carries it.
    let ordinal: Int
    let selection: FrameReader.FrameSelection
    /// Whether the decoder may be drained once the frame's packet has been fed.
    ///
    /// Not where a stream begins with a recovery point: H.264 decoders then never output the frames
    /// after it.
    private(set) var mayDrain = true

    /// Creates a target from a frame of `table`.
    init(_ frame: Int, _ selection: FrameReader.FrameSelection, in table: FrameTable) {
        let ordinal = table.ordinal(of: frame)
        (self.frame, self.ordinal) = (frame, ordinal)
        // Beyond the scanned part only keyframes are known.
        let isScanned = ordinal < table.scanned || selection == .keyframe
        self.selection = isScanned ? selection : .alone
    }

    /// The same target, reached by feeding more packets instead of draining.
    var withoutDraining: DecodeTarget {
        var target = self
        target.mayDrain = false
        return target
    }

    /// The first frame that must not be skipped.
    var first: Int {
        switch selection {
        case .alone, .keyframe, .fromAfar, .passing: frame
        case .only(let frames): min(frames.min() ?? frame, frame)
        case .since(let first), .resting(let first): min(first, frame)
        }
    }

    /// Whether a frame must be output, and not skipped.
    func wants(_ other: Int) -> Bool {
        switch selection {
        case .only(let frames): other == frame || frames.contains(other)
        case .passing(let next): other == frame || other >= next
        case .alone, .keyframe, .fromAfar, .since, .resting: other >= first
        }
    }

    /// Whether no packet after the frame's own is needed.
    var endsAtTarget: Bool {
        switch selection {
        case .alone, .keyframe, .fromAfar, .only: mayDrain
        case .since, .resting, .passing: false
        }
    }
}

/// Which packets a decoder has been fed, and whether it can continue from there.
struct DecoderPosition {
    /// The ordinal of the keyframe that decoding started from.
    let key: Int
    /// The ordinal of the packet that is fed next.
    private(set) var next: Int
    /// Whether that packet has been read already.
    private(set) var holdsPacket = true
    /// The last frame in display order that was output or skipped; up to it none comes again.
    private(set) var passed = -1
    /// Whether the decoder has been sent the end of the stream.
    var isDrained = false
    /// Whether it has output everything since then.
    var isExhausted = false
    /// Ordinals of the packets that were fed last, the oldest first, as far as the decoder may hold
    /// them.
    private var held: [Int] = []
    /// Ordinals of the packets that were decoded with errors.
    private(set) var damage: Set<Int> = []

    init(key: Int) {
        self.key = key
        next = key
    }

    /// Records that a packet is fed to a decoder that holds so many at most.
    mutating func hold(_ ordinal: Int, atMost count: Int) {
        held.append(ordinal)
        held.removeFirst(max(0, held.count - count))
    }

    /// The packets of which one has just failed, in a decoder whose output lags behind by `lag`.
    func suspects(lag: Int) -> ArraySlice<Int> {
        guard !isDrained else { return held.suffix(max(1, lag)) }
        return held.count > lag ? held.prefix(1) : []
    }

    /// Records that the packet `next` was fed, or left out.
    mutating func advance() {
        next += 1
        holdsPacket = false
    }

    /// Records that a packet was decoded with errors.
    ///
    /// Leading pictures of the keyframe refer to packets before it, so their errors do not count.
    mutating func noteDamage(at ordinal: Int, in table: FrameTable) {
        guard table.packets.indices.contains(ordinal) else { return }
        if table.startKeyframe(for: ordinal) >= key { damage.insert(ordinal) }
    }

    /// Whether a packet may depend on one that was decoded with errors.
    func dependsOnDamage(_ ordinal: Int, in table: FrameTable) -> Bool {
        table.dependsOnDamage(ordinal)
            || !damage.isEmpty
                && damage.contains(where: table.dependencies(of: ordinal).contains)
    }

    /// Records that a frame was output, or was fed only because others refer to it.
    mutating func pass(_ frame: Int) { passed = max(passed, frame) }

    /// Whether decoding on reaches the target with less work than a seek would.
    func isBestStart(for target: DecodeTarget, in table: FrameTable) -> Bool {
        guard target.ordinal < table.scanned else { return false }
        let start = table.startKeyframe(for: target.ordinal)
        let isAhead = target.first > passed
        // A drained decoder still outputs what it was fed.
        let canCome = !isDrained || target.ordinal < next
        return canCome && isAhead && start >= key
            && target.ordinal - next <= target.ordinal - start
    }
}
