import Testing

@testable import System

@Suite("Bytes that a worker makes and a client takes")
struct ByteStreamTests {
    private let stream = ByteStream(limit: limit)
    private static let limit = 1 << 20

    /// Takes up to `count` bytes.
    private func take(
        _ count: Int
    ) -> (bytes: [UInt8], taken: ByteStream.Taken, mustAsk: Bool) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        defer { buffer.deallocate() }
        let (taken, mustAsk) = stream.take(into: buffer)
        guard case .bytes(let got) = taken else { return ([], taken, mustAsk) }
        return (Array(buffer[..<got]), taken, mustAsk)
    }

    @Test(arguments: [1, 2, 3, 7, 100])
    func `come in their order, however many are taken at once`(_ count: Int) {
        let pieces: [[UInt8]] = [[1, 2, 3], [4], [5, 6, 7, 8]]
        for piece in pieces { _ = stream.append(piece[...]) }
        stream.end()
        var all: [UInt8] = []
        while case (let bytes, .bytes, _) = take(count) { all += bytes }
        #expect(all == pieces.flatMap { $0 })
        #expect(take(count).taken == .ended)
    }

    @Test func `tell the client only when it waits`() {
        #expect(!stream.append([1]))
        #expect(take(9).taken == .bytes(1))
        #expect(take(9).taken == .nothing)
        #expect(stream.append([2]))
        #expect(!stream.append([3]))
    }

    @Test func `pause the worker once enough wait, and have it go on once half of them are gone`() {
        #expect(stream.goesOn())
        #expect(!take(1).mustAsk, "the worker is at it")
        _ = stream.append([UInt8](repeating: 0, count: Self.limit)[...])
        #expect(!stream.goesOn())
        #expect(!take(Self.limit / 2).mustAsk)
        #expect(take(1).mustAsk)
        #expect(!take(1).mustAsk, "it has been asked")
        #expect(stream.goesOn())
    }

    @Test func `that nobody wants are let go of by the worker`() {
        _ = stream.append([UInt8](repeating: 0, count: Self.limit)[...])
        #expect(!stream.goesOn())
        #expect(stream.abandon(), "it has paused, and has to be asked")
        #expect(!stream.goesOn())
        #expect(!stream.isWanted)
    }

    @Test func `that nobody wants need nobody where the worker is at it or has ended`() {
        #expect(!stream.abandon())
        let ended = ByteStream(limit: Self.limit)
        ended.end()
        #expect(!ended.abandon())
    }
}
