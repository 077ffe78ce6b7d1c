import Basics
import ClipSupport
import Media
import Testing

@testable import Pictures

@Suite("When a frame on the way gets a picture")
struct PreviewCadenceTests {
    private let start = ContinuousClock.now

    @Test func `of a pointer that waits, one is made every 25 ms`() {
        var cadence = PreviewCadence(.some([]), to: 1000, since: start)
        let due = (1...100).filter { step in
            cadence.isDue(step, at: start + .milliseconds(step))
        }
        #expect(due == [25, 50, 75, 100])
    }

    @Test func `of a pointer that waits, it is rather one that the pointer passed`() {
        var cadence = PreviewCadence(.some([30, 62, 63, 64, 210, 998]), to: 1000, since: start)
        let due = (1...1000).filter { step in
            cadence.isDue(step, at: start + .milliseconds(step))
        }
        #expect(due == [30, 62, 137, 210] + Array(stride(from: 285, to: 995, by: 75)) + [1000])
    }

    /// Once each such picture was refused that came a moment early, and the next came 100 ms later.
    @Test func `at rest, each is made that the worker gives out every 80 ms, though it be early`() {
        var cadence = PreviewCadence(.sparse(), to: 9000, since: start)
        let given = (1...100).map {
            (frame: 80 * $0, time: 80 * $0 - ($0.isMultiple(of: 2) ? 5 : 0))
        }
        #expect(given.allSatisfy { cadence.isDue($0.frame, at: start + .milliseconds($0.time)) })
    }

    @Test func `none is made right before the target, which is about to come`() {
        var cadence = PreviewCadence(.some([]), to: 6, since: start)
        let due = (0...6).filter { step in
            cadence.isDue(step, at: start + .milliseconds(30 * (step + 1)))
        }
        #expect(due == [0, 6])
    }

    /// On the way to frame 100, by a decoder that is quicker than that.
    @Test(arguments: [
        (PreviewSelection.none, [100]),
        (.some([]), [0, 100]),
        (.sparse(), [0, 100]),
        (.last, Array(88...100)),
        (.spaced, Array(stride(from: 0, to: 100, by: 6)) + [100]),
        (.all, Array(0...100)),
    ])
    func `the target is always among them`(_ pictures: PreviewSelection, _ expected: [Int]) {
        var cadence = PreviewCadence(pictures, to: 100, since: start)
        let due = (0...100).filter { cadence.isDue($0, at: start + .milliseconds(24)) }
        #expect(due == expected)
    }

    @Test func `spaced ones are no further apart where a decoder skips frames`() {
        var cadence = PreviewCadence(.spaced, to: 100, since: start)
        let shown = [0, 1, 5, 7, 8, 12, 13, 19, 25, 26, 100]
        #expect(shown.filter { cadence.isDue($0, at: start) } == [0, 7, 13, 19, 25, 100])
    }
}

@Suite("GOPs that are asked for often")
struct GOPDemandTests {
    @Test func `are kept as a whole from the fifth request on`() throws {
        var demand = GOPDemand()
        let job = try job(for: .exchange(ExchangeID(connection: Self.slot, number: 1)))
        #expect(
            (0..<6).map { _ in demand.isBusy(250, for: job) } == [
                false, false, false, false, true, true,
            ]
        )
    }

    @Test func `are counted one by one`() throws {
        var demand = GOPDemand()
        let job = try job(for: .exchange(ExchangeID(connection: Self.slot, number: 1)))
        let keys = [0, 250, 500, 0, 250, 500, 0, 250, 500, 0, 250, 500]
        #expect(keys.allSatisfy { !demand.isBusy($0, for: job) })
    }

    @Test func `are not kept for a pointer, which moves on`() throws {
        var demand = GOPDemand()
        let job = try job(for: .socket(SocketID(connection: Self.slot)))
        #expect((0..<9).allSatisfy { _ in !demand.isBusy(250, for: job) })
    }

    private static let slot = Slot(index: 0, generation: 0)

    private func job(for requester: PictureJob.Requester) throws -> PictureJob {
        PictureJob(3, of: try .unread(), PreviewFormat(width: 64), .none, for: requester)
    }
}
