import Testing
import Wire

@Suite("Documents over HTTP")
struct DocumentTests {
    static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test func `a list of media`() throws {
        let list = MediaList(media: [.init(id: "a1", name: "ä \"b\"", bytes: 5_000_000_000)])
        let json = #"{"media":[{"bytes":5000000000,"id":"a1","name":"ä \"b\""}]}"#
        #expect(Self.text(list.json()) == json)
        #expect(try MediaList(json: Array(json.utf8)) == list)
        #expect(Self.text(MediaList(media: []).json()) == #"{"media":[]}"#)
    }

    @Test func `a description and a target, as in the socket's messages`() throws {
        let media = ServerMessageTests.media
        #expect(Self.text(media.json()) == ServerMessageTests.mediaJSON)
        #expect(try MediaDescription(json: media.json()) == media)
        #expect(Self.text(ServerMessageTests.target.json()) == ServerMessageTests.targetJSON)
    }

    /// The fields that `protocol.md` section 4 lists for a media.
    @Test func `a description has every field of the protocol, known or not`() {
        let json = Self.text(ServerMessageTests.media.json())
        let fields = """
            id name kind container codec duration first end timebase frames keyframes frameRate \
            width height rotation sar timecode chapters index
            """
        for field in fields.split(separator: " ") { #expect(json.contains("\"\(field)\":")) }
    }

    @Test func `a problem`() throws {
        let problem = Problem(
            title: "Not Found",
            status: 404,
            detail: "no media a1"
        )
        let json = #"""
            {"detail":"no media a1","status":404,\#
            "title":"Not Found","type":"about:blank"}
            """#
        #expect(Self.text(problem.json()) == json)
        #expect(try Problem(json: problem.json()) == problem)
        #expect(Problem.contentType == "application/problem+json")
        #expect(
            Self.text(Problem(title: "Teapot", status: 418).json())
                == #"{"status":418,"title":"Teapot","type":"about:blank"}"#
        )
    }

    private static let rows: [IndexDocument.Row] = [
        .init(frame: 0, pts: -1024, time: 0, key: true),
        .init(frame: 1, pts: 9_000_000_000, time: 0.1 + 0.2, key: false),
    ]
    private static let index = IndexDocument(count: 2) { rows[$0] }

    @Test func `an index as JSON`() throws {
        let json = Self.index.json()
        #expect(
            Self.text(json) == #"""
                [
                {"frame":0,"pts":-1024,"time":0.0,"key":true},
                {"frame":1,"pts":9000000000,"time":0.30000000000000004,"key":false}
                ]

                """#
        )
        #expect(Self.text(IndexDocument(count: 0) { Self.rows[$0] }.json()) == "[\n]\n")
    }

    @Test func `a part of an index`() {
        let part = Self.index.part(1..<2)
        #expect(
            Self.text(part.json()) == #"""
                [
                {"frame":1,"pts":9000000000,"time":0.30000000000000004,"key":false}
                ]

                """#
        )
    }

    @Test(arguments: [0, 1, 5000])
    func `an index in pieces is the whole`(_ count: Int) {
        let index = IndexDocument(count: count) { number in
            IndexDocument.Row(frame: number, pts: 7, time: 1.5, key: false)
        }
        var pieces: [[UInt8]] = []
        index.csv { pieces.append($0) }
        let lines = (0..<count).map { "\($0),7,1.5,false\n" }
        #expect(Self.text(pieces.flatMap(\.self)) == "frame,pts,time,key\n" + lines.joined())
        #expect(pieces.allSatisfy { $0.count < 40_000 })
    }

    @Test func `keyframes as JSON and as CSV`() {
        let keyframes = KeyframeDocument(times: [-1024, 9_000_000_000])
        #expect(Self.text(keyframes.json()) == "[\n{\"pts\":-1024},\n{\"pts\":9000000000}\n]\n")
        #expect(Self.text(keyframes.csv()) == "pts\n-1024\n9000000000\n")
    }

    @Test func `an index as CSV`() {
        let csv = """
            frame,pts,time,key
            0,-1024,0.0,true
            1,9000000000,0.30000000000000004,false

            """
        #expect(Self.text(Self.index.csv()) == csv)
    }
}
