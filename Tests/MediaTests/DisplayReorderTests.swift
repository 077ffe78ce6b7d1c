import Testing

@testable import Media

@Suite("The order of pictures with counts")
struct DisplayReorderTests {
    /// Pictures in decode order, how many a decoder keeps waiting, and the order in which they are
    /// shown; `nil` where one comes too late.
    static let cases: [(depth: Int, places: [PicturePlace], order: [Int32]?)] = [
        (1, [.first(count: 0), .counted(4), .counted(2)], [0, 2, 1]),
        (1, [.first(count: 0), .counted(8), .counted(4), .counted(2)], nil),
        (2, [.first(count: 0), .counted(8), .counted(4), .counted(2)], [0, 3, 2, 1]),
        (0, [.first(count: 0), .counted(2), .counted(4)], [0, 1, 2]),
        (0, [.first(count: 0), .counted(4), .counted(2)], nil),
        (2, [.first(count: 0), .counted(4), .first(count: 0), .counted(2)], [0, 1, 2, 3]),
        (2, [.first(count: 0), .counted(4), .first(count: 8), .counted(4)], [0, 1, 3, 2]),
        (2, [.first(count: 0), .counted(4), .counted(4)], nil),
        (1, [.hidden, .first(count: 0), .hidden, .counted(2)], [1, 3]),
        (1, [.first(count: 0), .first(count: 0), .atOnce, .atOnce], [0, 2, 3, 1]),
        (0, [.first(count: 0), .atOnce], nil),
    ]

    @Test(arguments: cases)
    func `is by their counts, within what a decoder keeps waiting`(
        depth: Int,
        places: [PicturePlace],
        order: [Int32]?
    ) {
        var (reorder, isKnown, settled) = (DisplayReorder(depth: depth), true, [Int32]())
        for (ordinal, place) in places.enumerated() where isKnown {
            isKnown = reorder.take(Int32(ordinal), place, isShown: true)
            #expect(reorder.settled.starts(with: settled))
            settled = reorder.settled
        }
        #expect((isKnown ? reorder.order : nil) == order)
    }

    @Test func `leaves out what is decoded for others alone`() {
        var reorder = DisplayReorder(depth: 1)
        let isTaken = [(0, true), (4, false), (2, true)].enumerated().map { ordinal, picture in
            let place = ordinal == 0 ? PicturePlace.first(count: 0) : .counted(picture.0)
            return reorder.take(Int32(ordinal), place, isShown: picture.1)
        }
        #expect(isTaken == [true, true, true])
        #expect(reorder.order == [0, 2])
    }
}
