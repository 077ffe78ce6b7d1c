import Marks
import TestSupport
import Testing
import Timeline

@Suite("Stored marks")
struct StoredMarksTests {
    @Test func `come back as they were, with key and version`() throws {
        var history = VersionedMarks(version: 41)
        let changes: [MarkEdit] = [
            .add(name: "é", first: 3, last: 1999), .add(name: "", first: 0, last: 0), .setIn(0),
            .setOut(1999), .remove(id: 1),
        ]
        for (index, edit) in changes.enumerated() {
            try history.take(.edit(edit), madeFor: 41 + index, in: 2000)
        }
        let stored = StoredMarks(key: [9, 8], history)
        #expect(try StoredMarks(decoding: stored.encoded(), in: 2000) == stored)
        #expect((stored.version, stored.marks.segments.map(\.id)) == (46, [2]))
    }

    @Test func `of frames that the media does not have are refused`() throws {
        let bytes = StoredMarks(key: [], VersionedMarks(try MarkSet([("", 9, 9)]))).encoded()
        #expect(try StoredMarks(decoding: bytes, in: 10).marks.rows == [" 9 9"])
        #expect(throws: MarksError.stored(.impossible)) { try StoredMarks(decoding: bytes, in: 9) }
        #expect(throws: MarksError.stored(.impossible)) { try StoredMarks(decoding: bytes, in: 0) }
    }

    /// What is changed can be stored and read again, however high the number is that was stored.
    @Test(arguments: [(1 << 53 - 1, true), (1 << 53, false)])
    func `of the last version can be read, and not changed`(
        _ version: Int,
        _ isChanged: Bool
    ) throws {
        let bytes = StoredMarks(key: [], VersionedMarks(version: version)).encoded()
        let stored = try StoredMarks(decoding: bytes, in: 9)
        var history = VersionedMarks(stored.marks, version: stored.version)
        let edit = VersionedMarks.Change.edit(.setIn(3))
        if isChanged {
            try history.take(edit, madeFor: version, in: 9)
            let again = StoredMarks(key: [], history)
            #expect(try StoredMarks(decoding: again.encoded(), in: 9) == again)
        } else {
            #expect(throws: MarksError.noVersionLeft) {
                try history.take(edit, madeFor: version, in: 9)
            }
        }
    }

    @Test(arguments: [1 << 53 + 1, Int.max])
    func `of a version that no change can have are refused`(_ version: Int) {
        let bytes = StoredMarks(key: [], VersionedMarks(version: version)).encoded()
        #expect(throws: MarksError.stored(.impossible)) {
            try StoredMarks(decoding: bytes, in: 9)
        }
    }

    @Test func `of another version or kind are told apart from damaged ones`() {
        var bytes = StoredMarks(key: [], VersionedMarks()).encoded()
        #expect(throws: MarksError.stored(.damaged)) {
            try StoredMarks(decoding: Array(bytes.dropLast()), in: 9)
        }
        bytes[4] = 3
        #expect(throws: MarksError.stored(.otherVersion(3))) {
            try StoredMarks(decoding: bytes, in: 9)
        }
        #expect(throws: MarksError.stored(.notAnIndex)) { try StoredMarks(decoding: [], in: 9) }
        let index = StoredIndex.encode(key: [], about: [], table: Films.pal.table)
        #expect(throws: MarksError.stored(.notAnIndex)) { try StoredMarks(decoding: index, in: 9) }
    }
}
