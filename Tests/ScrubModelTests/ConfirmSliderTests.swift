import ScrubModel
import Testing

@Suite("The slider of a confirmation")
struct ConfirmSliderTests {
    @Test(
        arguments: [
            (0, .declined), (69.9, .declined), (70, .confirmed), (99.9, .confirmed),
            (-50, .declined),
        ] as [(Double, ConfirmSlider.Decision)]
    )
    func `is decided where the pointer is released`(
        travel: Double,
        decision: ConfirmSlider.Decision
    ) throws {
        var knob = try #require(ConfirmSlider(x: 20, extent: 100))
        #expect(knob.move(x: 20 + travel) == nil)
        #expect(knob.share == min(max(travel, 0), 100) / 100)
        #expect(knob.end() == decision && knob.decision == decision)
    }

    @Test func `lets the pointer come back before its release`() throws {
        var knob = try #require(ConfirmSlider(x: 0, extent: 10))
        #expect(knob.move(x: 9) == nil && knob.move(x: 6.9) == nil)
        #expect(knob.end() == .declined)
    }

    @Test(arguments: [100, 5000] as [Double])
    func `is made at the end of the travel, and only once`(travel: Double) throws {
        var knob = try #require(ConfirmSlider(x: 0, extent: 100))
        #expect(knob.move(x: travel) == .confirmed && knob.share == 1)
        #expect(knob.move(x: 0) == nil && knob.move(x: travel) == nil)
        #expect(knob.cancel() == nil && knob.end() == nil)
        #expect(knob.decision == .confirmed)
    }

    @Test func `is declined when the drag is cancelled, however far it went`() throws {
        var knob = try #require(ConfirmSlider(x: 0, extent: 100))
        #expect(knob.move(x: 90) == nil)
        #expect(knob.cancel() == .declined && knob.end() == nil)
    }

    @Test func `minds 70 parts of a hundred of every travel`() throws {
        for extent in stride(from: 10.0, through: 3000, by: 10) {
            var knob = try #require(ConfirmSlider(x: 0, extent: extent))
            _ = knob.move(x: extent / 10 * 7)
            #expect(knob.end() == .confirmed, "\(extent)")
        }
    }

    @Test(
        arguments: [
            (.nan, 100), (.infinity, 100), (0, 0), (0, -1), (0, .nan), (0, .infinity),
        ] as [(Double, Double)]
    )
    func `needs a travel`(x: Double, extent: Double) {
        #expect(ConfirmSlider(x: x, extent: extent) == nil)
    }

    @Test func `ignores a place that is no number`() throws {
        var knob = try #require(ConfirmSlider(x: 0, extent: 100))
        let before = knob
        #expect(knob.move(x: .nan) == nil && knob.move(x: .infinity) == nil)
        #expect(knob == before)
    }
}
