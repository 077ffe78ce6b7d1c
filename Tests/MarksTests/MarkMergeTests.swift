import Basics
import TestSupport
import Testing

@testable import Marks

@Suite("Marks that were changed on two servers at once")
struct MarkMergeTests {
    typealias Edit = MarkEdit

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let own, others: [Edit]
        let result: [String]
        var points: [Int?] = [nil, nil]
    }

    /// Both begin with `a`, `b` and `c`, whose ids are 1 to 3.
    static let cases = [
        Case(
            testDescription: "what only one side does is done",
            own: [.rename(id: 1, name: "A"), .remove(id: 2)],
            others: [.move(id: 3, first: 30, last: 39)],
            result: ["A 1 9", "c 30 39"]
        ),
        Case(
            testDescription: "both add, and both segments are there",
            own: [.add(name: "mine", first: 0, last: 1)],
            others: [.add(name: "theirs", first: 0, last: 1)],
            result: ["a 1 9", "b 1 9", "c 1 9", "theirs 0 1", "mine 0 1"]
        ),
        Case(
            testDescription: "one names and the other moves the same",
            own: [.rename(id: 1, name: "A")],
            others: [.move(id: 1, first: 5, last: 6)],
            result: ["A 5 6", "b 1 9", "c 1 9"]
        ),
        Case(
            testDescription: "both name the same: what is shared holds",
            own: [.rename(id: 1, name: "mine")],
            others: [.rename(id: 1, name: "theirs")],
            result: ["theirs 1 9", "b 1 9", "c 1 9"]
        ),
        Case(
            testDescription: "what one takes away and the other changes stays",
            own: [.remove(id: 1), .rename(id: 2, name: "B")],
            others: [.rename(id: 1, name: "A"), .remove(id: 2)],
            result: ["A 1 9", "c 1 9", "B 1 9"]
        ),
        Case(
            testDescription: "both take the same away",
            own: [.remove(id: 1)],
            others: [.remove(id: 1)],
            result: ["b 1 9", "c 1 9"]
        ),
        Case(
            testDescription: "points are of whoever has set them",
            own: [.setIn(5)],
            others: [.setOut(7)],
            result: ["a 1 9", "b 1 9", "c 1 9"],
            points: [5, 7]
        ),
        Case(
            testDescription: "points that would cross are as they are shared",
            own: [.setIn(8)],
            others: [.setOut(7)],
            result: ["a 1 9", "b 1 9", "c 1 9"],
            points: [nil, 7]
        ),
    ]

    /// A history of three segments, which other servers have as well.
    private func start() throws -> VersionedMarks {
        var start = VersionedMarks(
            try MarkSet([("a", 1, 9), ("b", 1, 9), ("c", 1, 9)]),
            version: 9
        )
        start.common = CommonMarks(start)
        return start
    }

    private func after(_ edits: [Edit], on server: UInt16) throws -> VersionedMarks {
        var history = try start()
        for edit in edits {
            try history.take(.edit(edit), madeFor: history.version, in: 100, on: server)
        }
        return history
    }

    @Test(arguments: cases)
    func `are put together`(_ one: Case) throws {
        let (own, others) = (try after(one.own, on: 1), try after(one.others, on: 2))
        #expect(own.relation(to: others) == .apart)
        let merged = try own.merged(into: others, on: 1)
        #expect(merged.marks.rows == one.result)
        #expect([merged.marks.inPoint, merged.marks.outPoint] == one.points)
        #expect(Set(merged.marks.segments.map(\.id)).count == one.result.count)
        #expect(own.relation(to: merged) != .apart || merged.version == others.version)
        #expect(others.relation(to: merged) != .apart)
    }

    @Test func `can be undone to what was shared, and then to what was here`() throws {
        let own = try after([.setIn(3), .add(name: "x", first: 1, last: 2)], on: 1)
        let others = try after([.remove(id: 1)], on: 2)
        var merged = try own.merged(into: others, on: 1)
        for expected in [others.marks, own.marks] {
            try merged.take(.undo, madeFor: merged.version, in: 100, on: 1)
            #expect(merged.marks == expected)
        }
    }

    @Test func `lose nothing where nobody knows what both had`() throws {
        var own = try after([.add(name: "mine", first: 0, last: 1), .remove(id: 2)], on: 1)
        var others = try after([.rename(id: 1, name: "A")], on: 2)
        (own.common, others.lineage) = (nil, [])
        let merged = try own.merged(into: others, on: 1)
        #expect(Set(merged.marks.rows) == ["A 1 9", "a 1 9", "b 1 9", "c 1 9", "mine 0 1"])
        #expect(Set(merged.marks.segments.map(\.id)).count == 5)
    }

    @Test func `go on from each other where only one side has changed anything`() throws {
        let (before, after) = (try start(), try after([.setIn(1), .setIn(2)], on: 7))
        #expect(before.relation(to: after) == .behind && after.relation(to: before) == .ahead)
        #expect(after.relation(to: after) == .same)
        #expect(VersionedMarks().relation(to: after) == .behind)
        #expect(after.relation(to: VersionedMarks()) == .ahead)
    }

    /// A server that was away for longer than anybody remembers has nothing to add.
    @Test func `are those of the others where nothing was changed here for a long time`() throws {
        let own = try start()
        var others = own
        for frame in 0...VersionedMarks.lineageLimit {
            try others.take(.edit(.setIn(frame % 2)), madeFor: others.version, in: 9, on: 2)
        }
        #expect(others.lineage.count == VersionedMarks.lineageLimit)
        #expect(own.relation(to: others) == .behind)
        var changed = own
        try changed.take(.edit(.setOut(3)), madeFor: own.version, in: 9, on: 1)
        #expect(changed.relation(to: others) == .apart)
    }

    @Test func `have versions that no other server takes`() throws {
        var versions: Set<Int> = []
        for server in UInt16(0)..<300 {
            versions.insert(try VersionedMarks.version(after: 123_456_789, on: server))
        }
        #expect(versions.count == 300 && versions.allSatisfy { $0 > 123_456_789 })
        #expect(throws: MarksError.noVersionLeft) {
            try VersionedMarks.version(after: MarkSet.idLimit - 1, on: 1)
        }
    }
}
