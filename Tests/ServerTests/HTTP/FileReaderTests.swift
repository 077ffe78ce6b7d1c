import Basics
import Foundation
import Media
import Synchronization
import System
import TestSupport
import Testing

@testable import Server
@testable import Transport

@Suite("A file that is downloaded", .timeLimit(.minutes(1)), .scratchDirectory)
struct FileReaderTests {
    private static let slice = FileReader.slice
    private let exchange = ExchangeID(connection: Slot(index: 0, generation: 0), number: 1)
    private let told = DispatchSemaphore(value: 0)
    private let reader: FileReader

    init() { reader = FileReader { [told] _ in told.signal() } }

    @Test(arguments: [
        (0, 1), (0, slice), (slice - 1, slice + 1), (7, 5 * slice + 3), (0, 9 * slice),
    ])
    func `arrives as it is, whatever part of it and however little is taken at once`(
        _ start: Int,
        _ end: Int
    ) throws {
        let content = (0..<9 * Self.slice).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) }
        let file = try OpenFile(path: Scratch.write(content, to: "a.mp4"))
        let body = reader.body(Int64(start)..<Int64(end), of: file, for: exchange) {}
        #expect(body.length == Int64(end - start))
        let bytes = try take(body, pieces: 40_000)
        #expect(bytes == Array(content[start..<end]))
    }

    @Test func `lets its reader rest once all of it is read`() throws {
        let file = try OpenFile(path: Scratch.write([1, 2, 3], to: "a.mp4"))
        let body = reader.body(0..<3, of: file, for: exchange) {}
        Thread.sleep(forTimeInterval: 0.1)
        var reads = 0
        while told.wait(timeout: .now()) == .success { reads += 1 }
        #expect(reads == 1)
        #expect(try take(body, pieces: 2) == [1, 2, 3])
    }

    @Test func `that has become shorter ends its answer, which is cut`() throws {
        let path = try Scratch.write([UInt8](repeating: 7, count: 10), to: "a.mp4")
        let file = try OpenFile(path: path)
        try FileHandle(forWritingTo: URL(filePath: path)).truncate(atOffset: 4)
        let body = reader.body(0..<10, of: file, for: exchange) {}
        #expect(try take(body, pieces: 100) == nil)
    }

    @Test func `keeps no more than two slices in memory, and nothing once its client has gone`()
        throws
    {
        let content = [UInt8](repeating: 1, count: 9 * Self.slice)
        let file = try OpenFile(path: Scratch.write(content, to: "a.mp4"))
        let released = Mutex(0)
        do {
            let body = reader.body(0..<Int64(content.count), of: file, for: exchange) {
                released.withLock { $0 += 1 }
            }
            guard case .made(_, let take) = body else { throw Failure() }
            // Nobody takes anything: what is read ahead is all there is.
            Thread.sleep(forTimeInterval: 0.1)
            let all = UnsafeMutableRawBufferPointer.allocate(
                byteCount: content.count,
                alignment: 1
            )
            defer { all.deallocate() }
            var count = 0
            for _ in 0..<1000 where count == 0 {
                // On a busy machine nothing may have been read yet.
                Thread.sleep(forTimeInterval: 0.01)
                if case .bytes(let found) = take(all) { count = found }
            }
            #expect((1...2 * Self.slice).contains(count))
            #expect(released.withLock { $0 } == 0)
        }
        #expect(released.withLock { $0 } == 1)
    }

    private struct Failure: Error {}

    /// Takes all of a body as the loop does; `nil` where it ends early.
    private func take(_ body: Body, pieces count: Int) throws -> [UInt8]? {
        guard case .made(let length, let take) = body else { throw Failure() }
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        defer { piece.deallocate() }
        var bytes: [UInt8] = []
        while bytes.count < length {
            switch take(piece) {
            case .bytes(let count): bytes += piece.prefix(count)
            case .notYet: try #require(told.wait(timeout: .now() + 30) == .success)
            case .failed: return nil
            }
        }
        return bytes
    }
}
