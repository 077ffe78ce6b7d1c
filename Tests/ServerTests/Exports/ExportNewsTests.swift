import Testing

@testable import Server

@Suite("News of exports")
struct ExportNewsTests {
    @Test func `news are told soon, and not more often than four times a second`() {
        var news = ExportNews()
        let start = ContinuousClock.now
        let before = news.take(at: start)
        #expect(!before, "there is none")
        var told: [Int] = []
        for tick in 0..<20 {
            news.isDue = true
            if news.take(at: start + .milliseconds(100 * tick)) { told.append(tick) }
        }
        #expect(told == [0, 3, 6, 9, 12, 15, 18])
        let last = news.take(at: start + .seconds(9))
        let after = news.take(at: start + .seconds(10))
        #expect(last && !after, "what came last is told too, once")
    }
}
