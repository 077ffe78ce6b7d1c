import Testing
import Wire

@Suite("Thumbnail cues")
struct ThumbnailCuesTests {
    @Test func `are written as WebVTT`() {
        let cues = ThumbnailCues([
            .init(start: 0, end: 10, sheet: "sprites/0.jpg?width=160", area: (0, 0, 160, 90)),
            .init(start: 10, end: 3723.0625, sheet: "b.jpg", area: (160, 90, 16, 9)),
        ])
        let text = """
            WEBVTT

            00:00:00.000 --> 00:00:10.000
            sprites/0.jpg?width=160#xywh=0,0,160,90

            00:00:10.000 --> 01:02:03.063
            b.jpg#xywh=160,90,16,9


            """
        #expect(String(decoding: cues.vtt(), as: UTF8.self) == text)
    }

    @Test(arguments: [
        (0.0004, "00:00:00.000"), (0.0006, "00:00:00.001"), (59.9996, "00:01:00.000"),
        (359_999.0, "99:59:59.000"), (360_000.0, "100:00:00.000"),
    ])
    func `have times in whole milliseconds`(_ seconds: Double, _ text: String) {
        let cue = ThumbnailCues.Cue(start: seconds, end: seconds, sheet: "", area: (0, 0, 1, 1))
        let lines = String(decoding: ThumbnailCues([cue]).vtt(), as: UTF8.self).split(
            separator: "\n"
        )
        #expect(lines[1] == "\(text) --> \(text)")
    }
}
