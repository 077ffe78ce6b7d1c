import Media
import Timeline
import Wire

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

    /// How the linear decode itself compares with the index and with `truth`; it asks for nothing.
    func tally(by truth: PictureTruth) -> VerifyReport.Tally {
        var tally = VerifyReport.Tally()
        tally.wrong = disordered
        for (frame, picture) in pictures.enumerated() {
            guard let picture else {
                tally.unreachable += 1
                continue
            }
            tally.count(truth.verdict(on: picture, as: frame))
        }
        return tally
    }
}

extension VerifyReport.Tally {
    /// Counts what is to be said of one picture.
    mutating func count(_ verdict: PictureTruth.Verdict) {
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
