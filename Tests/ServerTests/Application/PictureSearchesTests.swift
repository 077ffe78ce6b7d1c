import Basics
import Testing
import Wire

@testable import Scrubbing
@testable import Server

@Suite("Pictures that are still to be looked for")
struct PictureSearchesTests {
    private let sockets = (0..<30).map { SocketID(connection: Slot(index: $0, generation: 0)) }

    private func target(_ seq: UInt32) throws -> PreviewTarget {
        let format = try #require(PreviewRequest(width: 320))
        return PreviewTarget(seq: seq, frame: Int(seq), format: format, goesBack: false)
    }

    @Test func `twelve are looked for in a turn, and who has waited longest comes first`() throws {
        let searches = PictureSearches()
        for (number, socket) in sockets.enumerated() {
            searches.add(try target(UInt32(number)), of: socket)
        }
        let turns = (0..<3).map { _ in searches.take() }
        #expect(turns.map(\.count) == [12, 12, 6])
        #expect(turns.flatMap { $0 }.map(\.socket) == sockets)
        #expect(searches.isEmpty)
    }

    @Test
    func `of several targets of a client only the newest is looked for, in the first one's place`()
        throws
    {
        let searches = PictureSearches()
        for (seq, socket) in [(1, 0), (2, 1), (3, 0)] {
            searches.add(try target(UInt32(seq)), of: sockets[socket])
        }
        let found = searches.take()
        #expect(found.map(\.target.seq) == [3, 2] && found.map(\.socket) == Array(sockets[0...1]))
    }

    @Test func `nothing is looked for of a client that has gone`() throws {
        let searches = PictureSearches()
        for socket in sockets[0...1] { searches.add(try target(1), of: socket) }
        searches.remove(sockets[0])
        #expect(searches.take().map(\.socket) == [sockets[1]])
        #expect(searches.isEmpty)
    }
}
