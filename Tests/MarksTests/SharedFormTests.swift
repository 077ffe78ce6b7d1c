import Basics
import TestSupport
import Testing
import Timeline

@testable import Marks

@Suite("Marks as servers share them")
struct SharedFormTests {
    private func history(_ changes: Int) throws -> VersionedMarks {
        var history = VersionedMarks()
        for number in 0..<changes {
            let edit = MarkEdit.add(name: "é \(number)", first: number % 50, last: 99)
            try history.take(.edit(edit), madeFor: history.version, in: 100, on: 77)
        }
        return history
    }

    @Test func `come back with the way back and on, and with what led there`() throws {
        var history = try history(20)
        for _ in 0..<3 { try history.take(.undo, madeFor: history.version, in: 100, on: 9) }
        let bytes = try #require(history.shared())
        #expect(try VersionedMarks(shared: bytes, in: 100) == history)
        #expect(throws: MarksError.stored(.impossible)) {
            try VersionedMarks(shared: bytes, in: 99)
        }
    }

    @Test func `leave out the oldest of a long way back, and refuse what is too much`() throws {
        let long = try history(400)
        let bytes = try #require(long.shared())
        #expect(bytes.count <= VersionedMarks.sharedLimit)
        var read = try VersionedMarks(shared: bytes, in: 100)
        #expect((read.marks, read.version) == (long.marks, long.version))
        try read.take(.undo, madeFor: read.version, in: 100)
        #expect(read.marks.segments == Array(long.marks.segments.dropLast()))
        let name = String(repeating: "x", count: 200)
        let many = try MarkSet((0..<3000).map { _ in (name, 0, 1) })
        #expect(VersionedMarks(many).shared() == nil)
    }

    @Test func `are stored with what other servers have`() throws {
        var history = try history(3)
        history.common = CommonMarks(history)
        for _ in 0..<2 {
            let stored = StoredMarks(key: [1], history)
            let read = try StoredMarks(decoding: stored.encoded(), in: 100)
            #expect(read == stored && read.history.common == history.common)
            #expect(read.history.lineage == history.lineage && !read.history.canUndo)
            try history.take(.edit(.setIn(4)), madeFor: history.version, in: 100, on: 5)
        }
    }

    @Test(.fuzzed) func `and damaged are never accepted, 3,000 times`() throws {
        var generator = Fuzz.generator(3)
        var history = try history(9)
        history.common = CommonMarks(history)
        try history.take(.edit(.setIn(4)), madeFor: history.version, in: 100, on: 5)
        let (shared, stored) = (
            try #require(history.shared()), StoredMarks(key: [1], history).encoded()
        )
        for _ in 0..<3000 * Fuzz.factor {
            var (one, other) = (shared, stored)
            one[one.indices.randomElement(using: &generator)!] ^= 1
            other[other.indices.randomElement(using: &generator)!] ^= 1
            #expect(throws: MarksError.self) { try VersionedMarks(shared: one, in: 100) }
            #expect(throws: MarksError.self) { try StoredMarks(decoding: other, in: 100) }
        }
    }

    /// With a sum that fits, too: a value that cannot be is told from one that can.
    @Test func `and forged are refused or within the media, 3,000 times`() throws {
        var generator = Fuzz.generator(4)
        let whole = try #require(try history(9).shared())
        let envelope = Envelope("VNMH", version: 1)
        var accepted = 0
        for _ in 0..<3000 * Fuzz.factor {
            var body = Array(whole[Envelope.size...])
            for _ in 0..<3 {
                body[body.indices.randomElement(using: &generator)!] =
                    UInt8.random(in: 0...255, using: &generator)
            }
            let forged = envelope.seal(body)
            guard let read = try? VersionedMarks(shared: forged, in: 100) else { continue }
            accepted += 1
            #expect(read.lineage == read.lineage.sorted())
            #expect(read.lineage.allSatisfy { (0..<read.version).contains($0) })
            #expect(read.marks.segments.allSatisfy { $0.frames.upperBound < 100 })
        }
        #expect(accepted > 0 && accepted < 3000 * Fuzz.factor)
    }
}
