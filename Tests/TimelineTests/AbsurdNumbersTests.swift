import Testing

@testable import Timeline

@Suite("Numbers that make no sense")
struct AbsurdNumbersTests {
    private static let extremes: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]

    @Test(arguments: extremes, extremes)
    func `in a chapter lead to a frame`(_ start: Int64, _ precision: Int64) {
        let chapter = Chapter(title: "", start: Timestamp(start), precision: precision)
        let frame = FrameTable.regular(10).firstFrame(of: chapter)
        // A unit longer than the film ends in its last frame; so does a start behind it.
        let isBehind = start > 1000 || precision > 1000 && start > -1000
        #expect(frame == (isBehind ? 9 : 0))
    }

    /// The columns are missing, so that a count which is believed is found out by them.
    @Test(arguments: [
        (FrameTable.packetLimit, StoredError.damaged), (FrameTable.packetLimit + 1, .impossible),
        (Int(Int32.max), .impossible), (Int.max, .impossible),
    ])
    func `of packets are refused before any memory is taken`(_ count: Int, _ error: StoredError) {
        var writer = ByteWriter()
        for number in [1, 25] { writer.append(UInt64(number)) }
        writer.append(signed: 1)
        for number in [count, 0] { writer.append(UInt64(number)) }
        #expect(throws: error) {
            var reader = ByteReader(writer.bytes)
            _ = try FrameTable(from: &reader)
        }
    }
}
