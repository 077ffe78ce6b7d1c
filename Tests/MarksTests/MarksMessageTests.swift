import Marks
import Testing
import Wire

@Suite("Marks on the wire")
struct MarksMessageTests {
    @Test(
        arguments: [
            (#"{"in":12}"#, .edit(.setIn(12))), (#"{"in":null}"#, .edit(.setIn(nil))),
            (#"{"out":0}"#, .edit(.setOut(0))), (#"{"out":null}"#, .edit(.setOut(nil))),
            (
                #"{"add":{"name":"é","first":1,"last":2}}"#,
                .edit(.add(name: "é", first: 1, last: 2))
            ),
            (#"{"rename":{"id":3,"name":""}}"#, .edit(.rename(id: 3, name: ""))),
            (
                #"{"move":{"id":3,"first":0,"last":4294967295}}"#,
                .edit(.move(id: 3, first: 0, last: 4_294_967_295))
            ),
            (#"{"remove":{"id":9007199254740992}}"#, .edit(.remove(id: 1 << 53))),
            (#"{"clear":true}"#, .edit(.clear)), (#"{"undo":true}"#, .undo),
            (#"{"redo":true,"x":1}"#, .redo),
        ] as [(String, VersionedMarks.Change)]
    )
    func `a client asks for one change`(_ edit: String, _ change: VersionedMarks.Change) throws {
        let json = #"{"type":"marks","seq":7,"version":3,"edit":\#(edit)}"#
        let expected = MarksChange(seq: 7, version: 3, change: change)
        #expect(try ClientMessage(json: Array(json.utf8)) == .mark(expected))
    }

    @Test(arguments: [
        (
            #"{"seq":1,"edit":{"clear":true}}"#,
            "version: expected a whole number in 0...9007199254740992, got nothing"
        ),
        (#"{"seq":1,"version":0}"#, "edit: expected an object, got nothing"),
        (
            #"{"seq":1,"version":0,"edit":{}}"#,
            "edit: expected exactly one of in, out, add, rename, move, remove, clear, undo, redo, got 0"
        ),
        (
            #"{"seq":1,"version":0,"edit":{"in":1,"out":2}}"#,
            "edit: expected exactly one of in, out, add, rename, move, remove, clear, undo, redo, got 2"
        ),
        (
            #"{"seq":1,"version":0,"edit":{"in":-1}}"#,
            "edit.in: expected a whole number in 0...4294967295, got -1"
        ),
        (#"{"seq":1,"version":0,"edit":{"undo":false}}"#, "edit.undo: expected true, got false"),
        (
            #"{"seq":1,"version":0,"edit":{"add":{"first":1,"last":2}}}"#,
            "edit.add.name: expected a string, got nothing"
        ),
        (#"{"seq":1,"version":0,"edit":{"remove":3}}"#, "edit.remove: expected an object, got 3"),
    ])
    func `a bad change is told the field, and what was expected there`(
        _ json: String,
        _ reason: String
    ) {
        #expect(throws: WireError.invalidMessage(reason: reason, seq: 1)) {
            try ClientMessage(json: Array(#"{"type":"marks",\#(json.dropFirst())"#.utf8))
        }
    }

    @Test func `a client asks for the marks without a change`() throws {
        let json = Array(#"{"type":"marks","seq":7}"#.utf8)
        #expect(try ClientMessage(json: json) == .marks(seq: 7))
    }

    @Test func `every client hears all that is marked`() throws {
        var history = VersionedMarks()
        try history.take(.edit(.add(name: "a", first: 1, last: 2)), madeFor: 0, in: 10)
        let message = ServerMessage.marks(MarksMessage(history, seq: 9))
        let text =
            #"{"canRedo":false,"canUndo":true,"segments":[{"first":1,"id":1,"last":2,"name":"a"}],"seq":9,"type":"marks","version":1}"#
        #expect(String(decoding: message.json(), as: UTF8.self) == text)
        #expect(try ServerMessage(json: Array(text.utf8)) == message)
    }
}
