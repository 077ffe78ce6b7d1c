import Timeline

/// What a sequence parameter set says of how an H.264 stream is coded (ITU-T H.264, 7.3.2.1.1).
struct SequenceParameters: Equatable {
    /// The set's number.
    let number: Int
    /// The bits of a frame's number in slice headers.
    let frameNumberBits: Int
    /// The bits of a picture's order count in slice headers; `nil` where it is not coded there.
    let orderBits: Int?
    /// Whether there are frames alone, and no fields.
    let isFramesOnly: Bool
    /// Whether slices name their colour plane.
    let hasSeparatePlanes: Bool
    /// Frames per second, where the set says so.
    let frameRate: FrameRate?

    /// Parses a NAL unit; `nil` where its numbers are impossible.
    init?(_ unit: [UInt8]) {
        var bits = BitReader(unit.dropFirst())
        let profile = bits.read(8)
        bits.skip(16)
        number = bits.exponential()
        hasSeparatePlanes = Self.detailed.contains(profile) && Self.separatePlanes(&bits)
        frameNumberBits = bits.exponential() + 4
        let orderBits = Self.orderBits(&bits)
        guard (4...16).contains(frameNumberBits), (4...16).contains(orderBits ?? 4) else {
            return nil
        }
        self.orderBits = orderBits
        _ = bits.exponential()
        bits.skip(1)
        _ = (bits.exponential(), bits.exponential())
        isFramesOnly = bits.flag()
        frameRate = Self.frameRate(&bits, isFramesOnly)
    }

    /// The profiles whose sets begin with chroma format and scaling lists.
    private static let detailed: Set<Int> = [
        100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135,
    ]

    /// Reads chroma format, bit depths and scaling lists.
    private static func separatePlanes(_ bits: inout BitReader) -> Bool {
        let chroma = bits.exponential()
        let isSeparate = chroma == 3 && bits.flag()
        _ = (bits.exponential(), bits.exponential())
        bits.skip(1)
        guard bits.flag() else { return isSeparate }
        for list in 0..<(chroma == 3 ? 12 : 8) where bits.flag() {
            skipScalingList(&bits, count: list < 6 ? 16 : 64)
        }
        return isSeparate
    }

    private static func skipScalingList(_ bits: inout BitReader, count: Int) {
        var last = 8
        for _ in 0..<count {
            last = (last &+ bits.signedExponential()) & 255
            if last == 0 { return }
        }
    }

    /// Reads how order counts are coded.
    private static func orderBits(_ bits: inout BitReader) -> Int? {
        let kind = bits.exponential()
        if kind == 0 { return bits.exponential() + 4 }
        guard kind == 1 else { return nil }
        bits.skip(1)
        _ = (bits.exponential(), bits.exponential())
        for _ in 0..<min(bits.exponential(), 255) { _ = bits.exponential() }
        return nil
    }

    /// Reads what lies between the kinds of frames and their rate, and the rate (E.1.1).
    private static func frameRate(_ bits: inout BitReader, _ isFramesOnly: Bool) -> FrameRate? {
        bits.skip(isFramesOnly ? 1 : 2)
        if bits.flag() { for _ in 0..<4 { _ = bits.exponential() } }
        guard bits.flag() else { return nil }
        if bits.flag(), bits.read(8) == 255 { bits.skip(32) }
        if bits.flag() { bits.skip(1) }
        if bits.flag() {
            bits.skip(4)
            if bits.flag() { bits.skip(24) }
        }
        if bits.flag() { _ = (bits.exponential(), bits.exponential()) }
        guard bits.flag() else { return nil }
        // Ticks count fields.
        let (tick, scale) = (Int64(bits.read(32)), Int64(bits.read(32)))
        return scale % 2 == 0 ? FrameRate(scale / 2, tick) : FrameRate(scale, 2 * tick)
    }
}

/// What a slice's header says of its picture (ITU-T H.264, 7.3.3).
struct SliceHeader: Equatable {
    /// Which lines of a frame a picture has.
    enum Structure: Equatable {
        /// All.
        case frame
        /// The first, the third and so on.
        case topField
        /// The others.
        case bottomField
    }

    /// Whether the slice is its picture's first.
    let isFirst: Bool
    /// The lines that the picture has.
    let structure: Structure
    /// The frame's number, which both of its fields have.
    let frameNumber: Int
    /// The number at which frames' numbers wrap around.
    let frameNumbers: Int
    /// Whether other pictures may refer to this one.
    let isReference: Bool
    /// Whether no later picture refers to one before it (IDR).
    let isReset: Bool
    /// The lowest bits of the picture's order count; `nil` where they are not coded.
    let lowestOrderBits: Int?

    /// The bytes of a slice that its header's first part may take.
    static let most = 40

    /// Parses the start of a slice; `sequence` has the sequence parameter set by the number of a
    /// picture parameter set.
    init?(_ unit: some Collection<UInt8>, sequence: (Int) -> SequenceParameters?) {
        guard let first = unit.first else { return nil }
        var bits = BitReader(unit.dropFirst())
        isFirst = bits.exponential() == 0
        _ = bits.exponential()
        guard let sequence = sequence(bits.exponential()) else { return nil }
        if sequence.hasSeparatePlanes { bits.skip(2) }
        frameNumber = bits.read(sequence.frameNumberBits)
        frameNumbers = 1 << sequence.frameNumberBits
        let isField = !sequence.isFramesOnly && bits.flag()
        structure = !isField ? .frame : bits.flag() ? .bottomField : .topField
        isReference = first & 0x60 != 0
        isReset = first & 31 == 5
        if isReset { _ = bits.exponential() }
        lowestOrderBits = sequence.orderBits.map { bits.read($0) }
    }

    /// Whether the picture and that of `first`, which comes right before it, are a frame's fields.
    func completes(_ first: SliceHeader) -> Bool {
        first.structure != .frame && structure != .frame && structure != first.structure
            && frameNumber == first.frameNumber && isReference == first.isReference
            && (!isReset || first.isReset)
    }
}
