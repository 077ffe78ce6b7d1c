import Testing

@testable import Server

@Suite("How often a growing index is published")
struct PublishingPaceTests {
    @Test func `the first frames are published at once`() {
        var pace = PublishingPace()
        let isDue = pace.isDue(packets: 1, at: .now)
        #expect(isDue)
    }

    @Test(arguments: [
        (1000, 100, false), (1249, 5000, false), (1250, 99, false), (1250, 100, true),
        (9000, 50, false), (9000, 100, true),
    ])
    func `later ones when a quarter more is there and a tenth of a second has passed`(
        _ packets: Int,
        _ milliseconds: Int,
        _ isDue: Bool
    ) {
        var pace = PublishingPace()
        let start = ContinuousClock.now
        _ = pace.isDue(packets: 1000, at: start)
        let answer = pace.isDue(packets: packets, at: start + .milliseconds(milliseconds))
        #expect(answer == isDue)
    }

    @Test func `all tables together cost a few times the last one`() {
        var pace = PublishingPace()
        let start = ContinuousClock.now
        var published = 0
        for step in 1...1000 {
            let packets = step * 2048
            if pace.isDue(packets: packets, at: start + .seconds(step)) { published += packets }
        }
        #expect(published < 6 * 1000 * 2048)
    }
}
