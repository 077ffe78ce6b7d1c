import Basics
import Marks
import TestSupport
import Testing

@Suite("The history of marks")
struct VersionedMarksTests {
    private func add(_ frame: Int) -> VersionedMarks.Change {
        .edit(.add(name: "\(frame)", first: frame, last: frame))
    }

    @Test func `a change made for an older version is told the newest and changes nothing`() throws
    {
        var history = VersionedMarks()
        try history.take(add(1), madeFor: 0, in: 10)
        let before = history
        for change in [add(2), .undo, .redo, .edit(.clear)] {
            #expect(throws: MarksError.stale(seen: 0, now: 1)) {
                try history.take(change, madeFor: 0, in: 10)
            }
        }
        #expect(history == before)
    }

    @Test func `what is undone can be done again, and is a new version each time`() throws {
        var history = VersionedMarks()
        try history.take(add(1), madeFor: 0, in: 10)
        try history.take(add(2), madeFor: 1, in: 10)
        try history.take(.undo, madeFor: 2, in: 10)
        #expect((history.marks.rows, history.version) == (["1 1 1"], 3))
        try history.take(.redo, madeFor: 3, in: 10)
        #expect((history.marks.rows, history.version) == (["1 1 1", "2 2 2"], 4))
    }

    @Test func `an edit after undoing ends the way forward`() throws {
        var history = VersionedMarks()
        try history.take(add(1), madeFor: 0, in: 10)
        try history.take(.undo, madeFor: 1, in: 10)
        try history.take(add(2), madeFor: 2, in: 10)
        #expect(!history.canRedo)
        #expect(throws: MarksError.nothingToRedo) { try history.take(.redo, madeFor: 3, in: 10) }
    }

    @Test func `an edit that leaves all as it is makes no version and nothing to undo`() throws {
        var history = VersionedMarks()
        try history.take(.edit(.clear), madeFor: 0, in: 10)
        try history.take(.edit(.setIn(nil)), madeFor: 0, in: 10)
        #expect((history.version, history.canUndo) == (0, false))
        #expect(throws: MarksError.nothingToUndo) { try history.take(.undo, madeFor: 0, in: 10) }
    }

    @Test func `the last 100 changes can be undone, and no more`() throws {
        var history = VersionedMarks()
        for version in 0..<150 {
            try history.take(add(version % 10), madeFor: version, in: 10)
        }
        for _ in 0..<100 { try history.take(.undo, madeFor: history.version, in: 10) }
        #expect((history.canUndo, history.marks.segments.count) == (false, 50))
    }

    /// The oracle keeps every state in a list, with a finger on one.
    @Test func `undoing and redoing walk along what was there, in 5,000 random changes`() throws {
        var generator = SplitMix64(seed: 7)
        var history = VersionedMarks()
        var (states, place) = ([MarkSet()], 0)
        for version in 0..<5000 {
            let choice = Int.random(in: 0..<4, using: &generator)
            if choice == 0, history.canUndo {
                try history.take(.undo, madeFor: version, in: 10)
                place -= 1
            } else if choice == 1, history.canRedo {
                try history.take(.redo, madeFor: version, in: 10)
                place += 1
            } else {
                try history.take(add(choice), madeFor: version, in: 10)
                states = states[...place] + [history.marks]
                place += 1
            }
            #expect(history.marks == states[place])
            #expect(history.version == version + 1)
            #expect(history.canRedo == (place < states.count - 1))
        }
    }
}
