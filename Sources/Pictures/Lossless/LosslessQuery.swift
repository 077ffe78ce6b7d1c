package import Media

/// Of which frames a client wants the pixels, and as what.
package struct LosslessQuery: Hashable, Sendable {
    /// What the pixels are put into.
    package enum Form: String, Hashable, Sendable {
        /// A PNG file of one frame.
        case png
        /// The planes of one frame after the other.
        case raw
        /// A film of uncompressed pictures.
        case y4m
    }

    /// The frames, of which every ``step``th is wanted; not empty.
    package let frames: Range<Int>
    /// From one to the next.
    package let step: Int
    /// What they are put into.
    package let form: Form
    /// The pixels.
    package let format: LosslessFormat
    /// Whether one frame is asked for by its own address.
    package let isSingle: Bool

    /// Asks for one frame.
    package init(_ frame: Int, _ form: Form, _ format: LosslessFormat) {
        self.init(frame..<frame + 1, step: 1, form, format, isSingle: true)
    }

    /// Asks for several frames, at least one.
    package init(
        _ frames: Range<Int>,
        step: Int = 1,
        _ form: Form,
        _ format: LosslessFormat = .decoded
    ) {
        self.init(frames, step: step, form, format, isSingle: false)
    }

    private init(
        _ frames: Range<Int>,
        step: Int,
        _ form: Form,
        _ format: LosslessFormat,
        isSingle: Bool
    ) {
        (self.frames, self.step, self.form) = (frames, step, form)
        (self.format, self.isSingle) = (format, isSingle)
    }

    /// How many frames are wanted.
    package var count: Int { (frames.count - 1) / step + 1 }

    /// The frame that is wanted as the `number`th.
    func frame(_ number: Int) -> Int { frames.lowerBound + number * step }

    /// The last of them.
    package var last: Int { frame(count - 1) }

    /// What distinguishes the answer from others about the same media, as part of its entity tag.
    package var tag: String {
        isSingle
            ? "\(form)-\(frames.lowerBound)-\(format)"
            : "\(form)-\(frames.lowerBound)-\(frames.upperBound)-\(step)-\(format)"
    }
}
