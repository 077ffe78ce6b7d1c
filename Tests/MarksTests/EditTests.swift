import Marks
import Testing

@Suite("Editing marks")
struct EditTests {
    private let marks: MarkSet

    init() throws {
        marks = try MarkSet([("one", 0, 9), ("two", 5, 20)])
    }

    @Test func `segments are added at the end, and both their ends belong to them`() throws {
        let edited = try marks.applying(.add(name: "three", first: 1999, last: 1999), in: 2000)
        #expect(edited.rows == ["one 0 9", "two 5 20", "three 1999 1999"])
        #expect(edited.segments.map(\.id) == [1, 2, 3])
    }

    @Test func `an id is not given twice`() throws {
        let edited = try marks.applying(.remove(id: 2), in: 2000)
            .applying(.add(name: "other", first: 1, last: 1), in: 2000)
            .applying(.clear, in: 2000)
            .applying(.add(name: "last", first: 2, last: 2), in: 2000)
        #expect(edited.segments.map(\.id) == [4])
    }

    @Test func `a segment is renamed and moved by its id`() throws {
        let edited = try marks.applying(.rename(id: 1, name: "uno"), in: 2000)
            .applying(.move(id: 2, first: 30, last: 31), in: 2000)
        #expect(edited.rows == ["uno 0 9", "two 30 31"])
    }

    @Test func `in and out points are set and taken away, and may be one frame`() throws {
        let set = try marks.applying(.setIn(7), in: 8).applying(.setOut(7), in: 8)
        #expect((set.inPoint, set.outPoint) == (7, 7))
        let without = try set.applying(.setIn(nil), in: 8)
        #expect((without.inPoint, without.outPoint) == (nil, 7))
    }

    @Test func `other marks take the place of all, and nothing is left of the old ones`() throws {
        let other = try MarkSet([("new", 3, 4)]).applying(.setOut(9), in: 2000)
        let edited = try marks.applying(.setIn(1), in: 2000).applying(.replace(other), in: 2000)
        #expect(edited.rows == ["new 3 4"])
        #expect((edited.inPoint, edited.outPoint) == (nil, 9))
        #expect(edited.segments.map(\.id) == [3])
    }

    @Test(
        arguments: [
            (.setIn(2000), .outside("frame 2000", count: 2000)),
            (.setOut(-1), .outside("frame -1", count: 2000)),
            (.add(name: "", first: 3, last: 2), .backwards("frame 3", "frame 2")),
            (.add(name: "", first: 0, last: 2000), .outside("frame 2000", count: 2000)),
            (.move(id: 1, first: .min, last: .max), .outside("frame \(Int.min)", count: 2000)),
            (.move(id: 3, first: 0, last: 1), .noSegment(3)), (.remove(id: 0), .noSegment(0)),
            (.rename(id: 9, name: "x"), .noSegment(9)),
            (.rename(id: 1, name: String(repeating: "x", count: 201)), .nameTooLong),
        ] as [(MarkEdit, MarksError)]
    )
    func `an edit that cannot be is refused`(_ edit: MarkEdit, _ error: MarksError) {
        #expect(throws: error) { try marks.applying(edit, in: 2000) }
    }

    @Test func `an in point after the out point is refused, from either side`() throws {
        let out = try marks.applying(.setOut(5), in: 2000)
        #expect(throws: MarksError.inAfterOut(6, 5)) { try out.applying(.setIn(6), in: 2000) }
        let within = try marks.applying(.setIn(5), in: 2000)
        #expect(throws: MarksError.inAfterOut(5, 4)) { try within.applying(.setOut(4), in: 2000) }
    }

    @Test func `there are at most 10,000 segments`() throws {
        let full = try MarkSet((0..<10_000).map { ("", $0, $0) }, in: 10_000)
        #expect(throws: MarksError.tooMany) {
            try full.applying(.add(name: "", first: 0, last: 0), in: 10_000)
        }
    }

    @Test(arguments: [
        ("  two  words ", "two words"), ("a\nb\tc\u{0}d", "a b c d"),
        ("\u{FEFF}é\u{85}", "\u{FEFF}é"),
        ("", ""), ("\r\n", ""), ("👩‍👩‍👧", "👩‍👩‍👧"),
        (String(repeating: "é", count: 200), String(repeating: "é", count: 200)),
    ])
    func `a name is one line of what can be seen`(_ name: String, _ kept: String) throws {
        #expect(try MarkSet([(name, 0, 0)]).segments[0].name == kept)
    }
}
