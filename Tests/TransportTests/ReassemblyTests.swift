import Testing

@testable import Transport

@Suite("Messages from pieces")
struct ReassemblyTests {
    private typealias Piece = Reassembly.Piece
    private let now = ContinuousClock.now

    private func outcomes(_ pieces: [Piece], acceptsBinary: Bool = false) -> [Reassembly.Outcome] {
        var reassembly = Reassembly(byteLimit: 8, fragmentLimit: 3, acceptsBinary: acceptsBinary)
        return pieces.map { reassembly.take($0, at: now) }
    }

    @Test func `a whole message is itself, empty or full`() {
        #expect(outcomes([Piece(bytes: [])]) == [.message([])])
        let full = [UInt8](1...8)
        #expect(
            outcomes([Piece(bytes: full), Piece(bytes: [9])]) == [.message(full), .message([9])]
        )
    }

    @Test func `pieces of a frame and fragments of a message are one`() {
        let pieces = [
            Piece(bytes: [1], isFinal: false, remaining: 2),
            Piece(bytes: [2], isFirst: false, isFinal: false, remaining: 1),
            Piece(bytes: [3], isFirst: false, isFinal: false),
            Piece(bytes: [], isFirst: false, isFinal: false),
            Piece(bytes: [4], isFirst: false),
        ]
        #expect(outcomes(pieces).last == .message([1, 2, 3, 4]))
    }

    @Test func `a frame in many pieces is one fragment`() {
        let pieces = (0..<8).map { place in
            Piece(bytes: [7], isFirst: place == 0, isFinal: place == 7, remaining: 7 - place)
        }
        #expect(outcomes(pieces).last == .message([UInt8](repeating: 7, count: 8)))
    }

    @Test(arguments: [
        [Reassembly.Piece(bytes: [UInt8](repeating: 0, count: 9))],
        [Reassembly.Piece(bytes: [0], isFinal: false, remaining: 8)],
        [Reassembly.Piece(bytes: [0], isFinal: false, remaining: .max)],
        [
            Reassembly.Piece(bytes: [1, 2, 3, 4, 5], isFinal: false),
            Reassembly.Piece(bytes: [1, 2, 3, 4], isFirst: false),
        ],
        [
            Reassembly.Piece(bytes: [], isFinal: false),
            Reassembly.Piece(bytes: [], isFirst: false, isFinal: false),
            Reassembly.Piece(bytes: [], isFirst: false, isFinal: false),
            Reassembly.Piece(bytes: [], isFirst: false),
        ],
    ])
    func `too much is refused, at the piece that says so`(pieces: [Reassembly.Piece]) {
        let outcomes = outcomes(pieces)
        #expect(outcomes.last == .refused(.messageTooBig))
        #expect(outcomes.dropLast().allSatisfy { $0 == .incomplete })
    }

    @Test(arguments: [([0xce] as [UInt8], false), ([0xce, 0xba], true), ([], true)])
    func `text that ends with nothing ends with a whole character`(bytes: [UInt8], isText: Bool) {
        let pieces = [Piece(bytes: bytes, isFinal: false), Piece(bytes: [], isFirst: false)]
        #expect(outcomes(pieces).last == (isText ? .message(bytes) : .refused(.invalidText)))
    }

    @Test func `binary is for those who take it`() {
        let piece = Piece(bytes: [1], isBinary: true)
        #expect(outcomes([piece]) == [.refused(.unsupportedData)])
        #expect(outcomes([piece], acceptsBinary: true) == [.message([1])])
    }

    @Test func `the clock runs from the first piece to the last`() {
        var reassembly = Reassembly(byteLimit: 8, fragmentLimit: 3)
        #expect(reassembly.began == nil)
        _ = reassembly.take(Piece(bytes: [1], isFinal: false), at: now)
        _ = reassembly.take(
            Piece(bytes: [1], isFirst: false, isFinal: false),
            at: now + .seconds(1)
        )
        #expect(reassembly.began == now)
        _ = reassembly.take(Piece(bytes: [1], isFirst: false), at: now + .seconds(2))
        #expect(reassembly.began == nil)
    }

    @Test(arguments: [("bye", 3), (String(repeating: "é", count: 100), 122), ("", 0)])
    func `a close reason is cut between characters`(reason: String, count: Int) {
        #expect(reason.closeReason.count == count)
        #expect(reason.utf8.starts(with: reason.closeReason))
    }
}
