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
        /// By the numbers in the pictures, which go up from `first`.
        case barcodes(first: Int)
    }

    private let standard: Standard

    /// Takes the pixels of one linear decode for the truth.
    ///
    /// `shown` are the pictures by frame, `nil` for frames that never came.
    init(pixelsOf shown: [PictureIdentity?]) { standard = .pixels(shown.map { $0?.pixels }) }

    /// Takes the numbers in the pictures for the truth.
    ///
    /// What the first frame carries is what most pictures agree on: files are cut.
    init(barcodesOf shown: [PictureIdentity?]) {
        var votes: [Int: Int] = [:]
        for (frame, picture) in shown.enumerated() {
            if let picture { votes[picture.barcode - frame, default: 0] += 1 }
        }
        let first = votes.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key
        standard = .barcodes(first: first ?? 0)
    }

    /// Judges a picture that was shown as that of `frame`.
    func verdict(on seen: PictureIdentity, as frame: Int) -> Verdict {
        let isRight =
            switch standard {
            case .pixels(let pixels): pixels[frame] == seen.pixels
            case .barcodes(let first): seen.barcode == first + frame
            }
        return isRight ? .right : seen.isConcealed ? .concealed : .wrong
    }
}
