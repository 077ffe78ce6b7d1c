import Basics
import ClipSupport
import Library
import Media
import Testing

@testable import Pictures

@Suite("What is made on the way to a target")
struct WantedPictureTests {
    /// Of a target at frame 105 in the GOP 100 to 109, whose pointer is at rest.
    @Test(arguments: [
        (goesBack: false, isSlow: false, stride: 0, pictures: PreviewSelection.sparse()),
        (false, true, 6, .sparse()),
        (true, false, 0, .last),
        (true, true, 0, .all),
        (true, true, -1, .all),
    ])
    func `is little forward, and what is reached next backward`(
        _ example: (goesBack: Bool, isSlow: Bool, stride: Int, pictures: PreviewSelection)
    ) throws {
        let wanted = WantedPicture.sample(
            105,
            of: try .unread(),
            goingBack: example.goesBack,
            isSlow: example.isSlow,
            stride: example.stride,
            isMoving: false
        )
        #expect(wanted.pictures == example.pictures)
    }

    /// A GOP is 20 frames, and the target at 38; the twelve frames before it belong to each.
    @Test(arguments: [(2, [20, 22, 24]), (4, [22]), (6, [20]), (15, [23]), (18, [20]), (30, [])])
    func `is what further steps backward reach, and the last frames`(
        _ step: Int,
        _ further: [Int]
    ) throws {
        for isSlow in [false, true] {
            let wanted = WantedPicture.sample(
                38,
                of: try .unread(.regular(200, group: 20)),
                goingBack: true,
                isSlow: isSlow,
                stride: -step,
                isMoving: false
            )
            #expect(wanted.pictures == .these(Set(further).union(26...38)))
        }
    }

    /// A target that one message has moved far, in a GOP of so many frames.
    @Test(arguments: [
        (1000, FrameReader.FrameSelection.fromAfar), (1001, .resting(since: 400)),
    ])
    func `is nothing after one from afar, but in a long GOP what steps back reach`(
        _ length: Int,
        _ selection: FrameReader.FrameSelection
    ) throws {
        let source = try ClipSource.unread(.regular(3000, group: length))
        let wanted = WantedPicture.sample(500, of: source, fromAfar: true, isMoving: false)
        let job = PictureJob(
            500,
            of: source,
            wanted.format,
            wanted.pictures,
            for: .prefetch(wanted.socket, .within)
        )
        let previews = PreviewTiers(memory: PreviewCache(limit: 1000))
        #expect(
            DecodePlan(to: job, keeping: job.pictures, previews: previews).selection == selection
        )
    }

    @Test func `in a long GOP is its last frames alone`() throws {
        let source = try ClipSource.unread(.regular(3000, group: 1001))
        let wanted = WantedPicture.sample(500, of: source, goingBack: true, stride: -10)
        #expect(wanted.pictures == .last)
    }
}

extension WantedPicture {
    /// A picture of 960 columns that a client wants.
    static func sample(
        _ frame: Int,
        of source: ClipSource,
        newest: Int? = nil,
        goingBack: Bool = false,
        fromAfar: Bool = false,
        isSlow: Bool = false,
        stride: Int = 0,
        isMoving: Bool = true
    ) -> WantedPicture {
        WantedPicture(
            of: frame,
            PreviewFormat(width: 960),
            goingBack: goingBack,
            fromAfar: fromAfar,
            of: source,
            for: SocketID(connection: Slot(index: 0, generation: 0)),
            newest: newest,
            isSlow: isSlow,
            passed: [],
            stride: stride,
            isMoving: isMoving,
            heading: frame
        )
    }
}
