import Foundation
import Marks
import Testing
import Wire

@Suite("OpenTimelineIO")
struct OpenTimelineTests {
    /// A clip as `opentimelineio` writes it, with a range given as (start, duration, rate).
    private func clip(_ range: (Double, Double, Double), available: Double? = nil) -> String {
        let time = { (value: Double) in
            #"{"OTIO_SCHEMA":"RationalTime.1","rate":\#(range.2),"value":\#(value)}"#
        }
        let stretch = { (start: Double, length: Double) in
            #"{"OTIO_SCHEMA":"TimeRange.1","start_time":\#(time(start)),"duration":\#(time(length))}"#
        }
        let all = available.map { stretch($0, 2000) } ?? "null"
        return #"""
            {"OTIO_SCHEMA":"Clip.2","name":"x","metadata":{},"source_range":\#(stretch(range.0, range.1)),
            "effects":[],"markers":[],"enabled":true,"media_references":{"DEFAULT_MEDIA":
            {"OTIO_SCHEMA":"MissingReference.1","available_range":\#(all)}},
            "active_media_reference_key":"DEFAULT_MEDIA"}
            """#
    }

    private func timeline(_ clips: String..., kind: String = "Video") -> [UInt8] {
        let gap = #"{"OTIO_SCHEMA":"Gap.1","source_range":null,"name":""}"#
        let text = #"""
            {"OTIO_SCHEMA":"Timeline.1","metadata":{"other":3},"name":null,"global_start_time":null,
            "tracks":{"OTIO_SCHEMA":"Stack.1","children":[{"OTIO_SCHEMA":"Track.1","kind":"\#(kind)",
            "children":[\#((clips + [gap]).joined(separator: ","))]}]}}
            """#
        return Array(text.utf8)
    }

    @Test func `times count from the media's first label, or from what is available`() throws {
        let labelled = timeline(clip((107_892 + 30, 60, 29.97)))
        #expect(try OpenTimeline.marks(from: labelled, in: Films.drop).rows == ["x 30 89"])
        let own = timeline(clip((30, 60, 29.97), available: 0))
        #expect(try OpenTimeline.marks(from: own, in: Films.drop).rows == ["x 30 89"])
    }

    @Test func `rates need not be the media's`() throws {
        let bytes = timeline(clip((1000, 520, 1000)), clip((24, 24, 24)))
        #expect(try OpenTimeline.marks(from: bytes, in: Films.pal).rows == ["x 25 37", "x 25 49"])
    }

    @Test func `a varying rate is written in ticks, and a rate in rounded milliseconds in frames`()
        throws
    {
        for (film, rate) in [(9, #""rate":1000"#), (7, #""rate":29.97"#), (10, #""rate":90000"#)] {
            let bytes = try OpenTimeline.bytes(of: MarkSet([("", 7, 1010)]), in: Films.all[film])
            #expect(String(decoding: bytes, as: UTF8.self).contains(rate))
        }
    }

    @Test func `clips of sound are no marks`() throws {
        let bytes = timeline(clip((0, 25, 25)), kind: "Audio")
        #expect(try OpenTimeline.marks(from: bytes, in: Films.pal).rows.isEmpty)
    }

    @Test func `in and out points come back`() throws {
        let marks = try MarkSet([("a", 1, 2)]).applying(.setIn(5), in: 2000)
            .applying(.setOut(9), in: 2000)
        let bytes = try OpenTimeline.bytes(of: marks, in: Films.drop)
        #expect(try OpenTimeline.marks(from: bytes, in: Films.drop) == marks)
    }

    @Test(
        arguments: [
            ((0, 2001, 25), .segment(1, .outside("80.04", count: 2000))),
            ((-2, 1, 25), .segment(1, .outside("-0.08", count: 2000))),
            ((10, -5, 25), .segment(1, .backwards("0.4", "0.2"))),
            (
                (1e300, 5, 0.5),
                .segment(
                    1,
                    .malformed(expected: "a source_range in seconds", found: "2e+300 to 2e+300")
                )
            ),
        ] as [((Double, Double, Double), MarksError)]
    )
    func `says which clip is wrong`(_ range: (Double, Double, Double), _ error: MarksError) {
        #expect(throws: error) {
            try OpenTimeline.marks(from: timeline(clip(range, available: 0)), in: Films.pal)
        }
    }

    @Test func `another object than a timeline is refused`() {
        let text = #"{"OTIO_SCHEMA":"Clip.2","tracks":{"OTIO_SCHEMA":"Stack.1"}}"#
        #expect(
            throws: MarksError.malformed(expected: "a Timeline in OTIO_SCHEMA", found: "Clip.2")
        ) {
            try OpenTimeline.marks(from: Array(text.utf8), in: Films.pal)
        }
    }
}
