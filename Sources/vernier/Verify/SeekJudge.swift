import Media
import Timeline
import Wire

/// Reaches frames in one order and judges what comes.
struct SeekJudge {
    /// A picture that a reader showed, and the frame that it showed it as.
    struct DecodedPicture {
        let frame: Int
        let picture: PictureIdentity
    }

    /// Seeks to a frame; the last picture is meant to be it, the others were decoded on the way.
    typealias Reach = (_ frame: Int) throws(MediaError) -> [DecodedPicture]

    let order: SeekOrder
    let reference: ReferencePictures
    let table: FrameTable
    /// What came so far.
    private(set) var tally = VerifyReport.Tally()
    /// The first things that are wrong, in sentences.
    private(set) var faults: [String] = []
    /// Enough to find out what is wrong with a file.
    private static let faultLimit = 5

    init(_ order: SeekOrder, reference: ReferencePictures, table: FrameTable) {
        (self.order, self.reference, self.table) = (order, reference, table)
    }

    /// Asks for `frame`, takes what `reach` brings and judges it.
    mutating func ask(for frame: Int, by asking: FrameQuery, reach: Reach) {
        tally.targets += 1
        guard let answer = asking.answer(for: frame, in: table), answer == frame else {
            tally.wrong += 1
            return note(frame, asking, "the index leads to another frame")
        }
        do throws(MediaError) {
            judge(try reach(frame), frame, asking)
        } catch {
            tally.unreachable += 1
            note(frame, asking, "\(error)")
        }
    }

    private mutating func judge(_ decoded: [DecodedPicture], _ frame: Int, _ asking: FrameQuery) {
        guard let last = decoded.last, last.frame == frame else {
            tally.unreachable += 1
            return note(frame, asking, "no picture came")
        }
        let verdicts = decoded.map { reference.verdict(on: $0.picture, as: $0.frame) }
        let verdict = verdicts.first { $0 == .wrong } ?? verdicts.last!
        tally.count(verdict)
        guard verdict == .wrong, let place = verdicts.firstIndex(of: .wrong) else { return }
        let culprit = decoded[place].frame
        note(frame, asking, "another picture passes for frame \(culprit)")
    }

    private mutating func note(_ frame: Int, _ asking: FrameQuery, _ what: String) {
        guard faults.count < Self.faultLimit else { return }
        faults.append("\(order.rawValue): frame \(frame) by \(asking.rawValue): \(what)")
    }

    /// Adds what the reader has done and how long it took.
    mutating func conclude(_ work: ReadCounts, after time: Duration) {
        tally.decoded = work.framesDecoded
        tally.backOffs = work.backOffs
        tally.seconds = time / .seconds(1)
    }
}
