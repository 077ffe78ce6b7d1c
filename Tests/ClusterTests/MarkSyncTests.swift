import Marks
import Testing

@testable import Cluster

@Suite("Marks of one media on one of several servers")
struct MarkSyncTests {
    private var sync = MarkSync()
    private var own = VersionedMarks()

    /// Takes an event, adopts what is to be adopted, and returns what else is to be done.
    private mutating func take(_ event: MarkSync.Event) -> [MarkSync.Action] {
        sync.take(event, having: own, on: 1).filter { action in
            guard case .adopt(let marks) = action else { return true }
            own = marks
            return false
        }
    }

    private mutating func mark(_ frame: Int) throws -> [MarkSync.Action] {
        try own.take(.edit(.setIn(frame)), madeFor: own.version, in: 100, on: 1)
        return take(.changed)
    }

    /// What another server makes of marks.
    private func others(_ marks: VersionedMarks, out frame: Int) throws -> VersionedMarks {
        var marks = marks
        try marks.take(.edit(.setOut(frame)), madeFor: marks.version, in: 100, on: 2)
        return marks
    }

    @Test mutating func `nothing is asked before there is anybody to ask`() throws {
        #expect(try mark(3).isEmpty && take(.heard(version: 99)).isEmpty)
        #expect(take(.live) == [.ask])
    }

    @Test mutating func `where none are shared, those that were made alone are`() throws {
        #expect(try mark(3).isEmpty)
        _ = take(.live)
        #expect(take(.found(nil)) == [.send(own, over: 0)])
        #expect(take(.kept(version: own.version)).isEmpty)
        #expect(own.common == CommonMarks(own))
    }

    @Test mutating func `where there are none at all, none are sent`() {
        _ = take(.live)
        #expect(take(.found(nil)).isEmpty)
    }

    @Test mutating func `one version is under way at a time, and then the newest`() throws {
        _ = take(.live)
        _ = take(.found(nil))
        let first = try mark(1)
        let sent = own
        #expect(first == [.send(sent, over: 0)])
        #expect(try mark(2).isEmpty && mark(3).isEmpty)
        #expect(take(.kept(version: sent.version)) == [.send(own, over: sent.version)])
    }

    @Test mutating func `what others have made holds here`() throws {
        _ = take(.live)
        _ = take(.found(nil))
        _ = try mark(1)
        _ = take(.kept(version: own.version))
        let theirs = try others(own, out: 7)
        #expect(take(.heard(version: theirs.version)) == [.ask])
        #expect(take(.found(theirs)).isEmpty)
        #expect((own.marks, own.version) == (theirs.marks, theirs.version))
        #expect(take(.heard(version: theirs.version)).isEmpty, "it is known")
    }

    @Test mutating func `who comes second puts both together in the place of what is there`() throws
    {
        _ = take(.live)
        _ = take(.found(nil))
        _ = try mark(1)
        let start = own
        _ = take(.kept(version: own.version))
        let theirs = try others(start, out: 7)
        _ = try mark(2)
        #expect(take(.found(theirs)) == [.send(own, over: theirs.version)])
        #expect((own.marks.inPoint, own.marks.outPoint) == (2, 7))
    }

    @Test mutating func `what may have been kept when the connection ended is not done twice`()
        throws
    {
        _ = take(.live)
        _ = take(.found(nil))
        try own.take(.edit(.add(name: "x", first: 1, last: 2)), madeFor: 0, in: 100, on: 1)
        _ = take(.changed)
        let sent = own
        _ = take(.cut)
        // It was kept, another server has taken the segment away, and here is something new.
        var theirs = sent
        try theirs.take(.edit(.remove(id: 1)), madeFor: sent.version, in: 100, on: 2)
        _ = try mark(9)
        _ = take(.live)
        #expect(take(.found(theirs)) == [.send(own, over: theirs.version)])
        #expect((own.marks.inPoint, own.marks.segments.count) == (9, 0))
    }

    @Test mutating func `what cannot be used is left alone until something happens`() throws {
        _ = take(.live)
        #expect(take(.unusable).isEmpty)
        #expect(try mark(1) == [.ask])
        #expect(take(.unusable).isEmpty && take(.heard(version: 99)) == [.ask])
    }

    @Test mutating func `what happens while something unusable is read is not forgotten`() throws {
        _ = take(.live)
        #expect(take(.heard(version: 99)).isEmpty)
        #expect(take(.unusable) == [.ask], "another version")
        #expect(try mark(1).isEmpty)
        #expect(take(.unusable) == [.ask], "a change here")
        #expect(take(.unusable).isEmpty)
    }

    @Test mutating func `what was heard while it asked is asked for again`() throws {
        _ = take(.live)
        #expect(take(.heard(version: 99)).isEmpty)
        #expect(take(.found(nil)) == [.ask])
    }

    @Test mutating func `an answer that nobody waits for changes nothing`() throws {
        _ = take(.live)
        _ = take(.found(nil))
        let before = own
        let stray = try others(own, out: 3)
        #expect(take(.kept(version: 5)).isEmpty && take(.found(stray)).isEmpty && own == before)
    }
}
