import Scrubbing
import Server
import Testing

@testable import vernier

@Suite("Where a cut begins and ends, as it is typed")
struct CutEndTests {
    @Test(arguments: [
        ("123", TargetQuery.Place.frame(123)), ("f7", .frame(7)), ("75.5", .time(75.5)),
        ("8s", .time(8)), ("1:15.5", .time(75.5)), ("1:02:03.25", .time(3723.25)),
        ("01:00:00;02", .timecode("01:00:00;02")), ("01:00:00:02", .timecode("01:00:00:02")),
        ("50%", .position(0.5)), ("12.5%", .position(0.125)),
    ])
    func `a text leads to a place`(text: String, place: TargetQuery.Place) {
        #expect(CutEnd(text)?.query == TargetQuery(place))
    }

    @Test(arguments: ["", "f", "f-1", "-3", "101%", "ten", "1:x", "1:2:3:4:5", "%", "s", "1:-2"])
    func `what leads nowhere is no place`(text: String) {
        #expect(CutEnd(text) == nil)
    }
}
