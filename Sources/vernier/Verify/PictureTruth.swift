import Media
import Timeline

/// What the picture of each frame must be.
struct PictureTruth {
    /// What is to be said of one picture.
    enum Verdict: Equatable {
        case right
        /// It is another picture, and says that it may be.
        case concealed
        /// It is another picture, and passes for the right one.
        case wrong
    }

    private enum Standard {
        /// By the pixels of the linear decode; `nil` for a frame that it never showed.
        case pixels([[UInt8]?])
        /// By the numbers in the pictures.
        case barcodes([Int])
    }

    private let standard: Standard

    /// Takes the pixels of one linear decode for the truth.
    ///
    /// `shown` are the pictures by frame, `nil` for frames that never came.
    init(pixelsOf shown: [PictureIdentity?]) { standard = .pixels(shown.map { $0?.pixels }) }

    /// Takes the numbers in the pictures for the truth, which go up one by one.
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
