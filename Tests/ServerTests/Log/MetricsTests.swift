import Testing

@testable import Server

@Suite("Histograms")
struct HistogramTests {
    @Test func `each time is in its bucket and in all above`() {
        var histogram = Histogram([0.5, 1, 10])
        for milliseconds in [0, 500, 501, 1000, 9_999, 10_001, 3_600_000] {
            histogram.observe(.milliseconds(milliseconds))
        }
        let samples = histogram.samples(of: "x")
        #expect(
            samples.map(\.name) == [
                #"x_bucket{le="0.5"}"#, #"x_bucket{le="1.0"}"#, #"x_bucket{le="10.0"}"#,
                #"x_bucket{le="+Inf"}"#, "x_sum", "x_count",
            ]
        )
        #expect(samples.map(\.value) == ["2", "4", "5", "7", "3622.001", "7"])
    }

    @Test func `the longest is kept`() {
        var histogram = Histogram([1])
        #expect(histogram.longest == 0)
        for milliseconds in [20, 1500, 30] { histogram.observe(.milliseconds(milliseconds)) }
        #expect(histogram.longest == 1.5)
    }

    @Test func `nothing is counted at first`() {
        #expect(Histogram([1]).samples(of: "x").map(\.value) == ["0", "0", "0.0", "0"])
    }
}
