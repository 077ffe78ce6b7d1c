import Media
import Timeline
import Wire

/// What the picture of each frame must be.
struct ReferencePictures {
    /// The verdict on one picture.
    enum Verdict: Equatable {
        case right
        /// It is another picture, and is flagged as concealed.
        case concealed
        /// It is another picture, and is not flagged.
        case wrong
    }

    private enum Standard {
        /// By the pixels of the linear decode; `nil` for a frame that it never showed.
        case pixels([[UInt8]?])
        /// By the numbers in the pictures.
        case barcodes([Int])
    }

    private let standard: Standard

    /// Uses the pixels of one linear decode as the reference.
    ///
    /// `shown` are the pictures by frame, `nil` for frames that never came.
    init(pixelsOf shown: [PictureIdentity?]) { standard = .pixels(shown.map { $0?.pixels }) }

    /// Uses the numbers in the pictures as the reference, which go up one by one.
    ///
    /// Where they start is what most pictures agree on, for files are cut. A damaged file has lost
    /// frames, nobody knows how many: there they go up as they do in the linear decode.
    init(barcodesOf shown: [PictureIdentity?], in table: FrameTable) {
        let isDamaged = shown.contains { $0 == nil } || table.packets.contains(where: \.isDamaged)
        standard = .barcodes(isDamaged ? Self.ascending(shown) : Self.consecutive(shown))
    }

    private static func consecutive(_ shown: [PictureIdentity?]) -> [Int] {
        var votes: [Int: Int] = [:]
        for (frame, picture) in shown.enumerated() {
            if let picture { votes[picture.barcode - frame, default: 0] += 1 }
        }
        let first = votes.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? 0
        return shown.indices.map { first + $0 }
    }

    /// The numbers that go up, and −1, which no picture carries, for others.
    private static func ascending(_ shown: [PictureIdentity?]) -> [Int] {
        var last = -1
        return shown.map { picture in
            guard let picture, picture.barcode > last else { return -1 }
            if !picture.isConcealed { last = picture.barcode }
            return picture.barcode
        }
    }

    /// Judges a picture that was shown as that of `frame`.
    func verdict(on seen: PictureIdentity, as frame: Int) -> Verdict {
        let isRight =
            switch standard {
            case .pixels(let pixels): pixels[frame] == seen.pixels
            case .barcodes(let barcodes): seen.barcode == barcodes[frame]
            }
        return isRight ? .right : seen.isConcealed ? .concealed : .wrong
    }
}

/// The pictures of one linear decode, held against the index.
struct LinearDecode {
    /// The pictures by frame; `nil` for frames that never came.
    private(set) var pictures: [PictureIdentity?]
    /// What is wrong, in sentences.
    private(set) var faults: [String] = []
    /// Frames that came after one that the index shows later.
    private var disordered = 0
    private var last = -1
    private let table: FrameTable

    /// Expects the frames of `table`.
    init(of table: FrameTable) {
        self.table = table
        pictures = Array(repeating: nil, count: table.count)
    }

    /// Takes the next picture that the decoder shows.
    ///
    /// Pictures of no frame are passed over: edit lists cut them off.
    mutating func show(_ picture: PictureIdentity, ordinal: Int) {
        guard table.packets.indices.contains(ordinal),
            let frame = table.frame(ofOrdinal: ordinal)
        else { return }
        if frame <= last {
            disordered += 1
            faults.append("linear: frame \(frame) is shown after frame \(last)")
        }
        last = max(last, frame)
        pictures[frame] = picture
    }

    /// Flags the pictures that refer to damage, which decoders do not say.
    mutating func flagDependents() {
        let damage = pictures.indices.filter { pictures[$0]?.isConcealed ?? true }
            .map { table.ordinal(of: $0) }
        for (frame, picture) in pictures.enumerated() {
            let ordinal = table.ordinal(of: frame)
            let dependencies = table.dependencies(of: ordinal)
            let isDamaged =
                table.dependsOnDamage(ordinal) || damage.contains(where: dependencies.contains)
            if isDamaged { pictures[frame] = picture?.concealed }
        }
    }

    /// How the linear decode itself compares with the index and with `reference`; it asks for nothing.
    func tally(by reference: ReferencePictures) -> VerifyReport.Tally {
        var tally = VerifyReport.Tally()
        tally.wrong = disordered
        for (frame, picture) in pictures.enumerated() {
            guard let picture else {
                tally.unreachable += 1
                continue
            }
            tally.count(reference.verdict(on: picture, as: frame))
        }
        return tally
    }
}

extension VerifyReport.Tally {
    /// Counts what is to be said of one picture.
    mutating func count(_ verdict: ReferencePictures.Verdict) {
        switch verdict {
        case .right: return
        case .concealed: concealed += 1
        case .wrong: wrong += 1
        }
    }
}

extension PictureIdentity {
    /// The same picture, which is not to be relied on.
    fileprivate var concealed: PictureIdentity {
        PictureIdentity(pixels: pixels, barcode: barcode, isConcealed: true)
    }
}
