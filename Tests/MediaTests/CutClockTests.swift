import Testing

@testable import Media

@Suite("When the packets of a cut are decoded")
struct CutClockTests {
    static let orders: [[Int64]] = [
        [0, 1, 2, 3], [0, 3, 1, 2, 6, 4, 5], [0, 4, 2, 1, 3, 8, 6, 5, 7], [0, 3000, 40, 80, 3040],
        [-3, 0, -2, -1, 3, 1, 2], [0], [5, 9, 7, 6, 8, 10, 11],
    ]

    @Test(arguments: orders)
    func `no packet is decoded after it is shown, or together with another`(pts: [Int64]) {
        let clock = CutClock(pts: pts, end: pts.max()! + 1)
        let times = pts.indices.map { clock[$0] }
        #expect(times.map(\.pts) == pts)
        #expect(times.allSatisfy { $0.dts <= $0.pts })
        #expect(zip(times, times.dropFirst()).allSatisfy { $0.dts < $1.dts })
    }

    @Test(arguments: orders)
    func `each frame lasts until the next, and the last to the end`(pts: [Int64]) {
        let end = pts.max()! + 7
        let clock = CutClock(pts: pts, end: end)
        let spans = pts.indices.map { clock[$0] }.sorted { $0.pts < $1.pts }
        #expect(spans.map { $0.pts + $0.duration } == spans.dropFirst().map(\.pts) + [end])
    }

    @Test func `frames that are shown as they come are decoded when they are shown`() {
        let clock = CutClock(pts: [0, 10, 25], end: 30)
        #expect((0..<3).map { clock[$0].dts } == [0, 10, 25])
    }

    @Test func `timestamps that are as far apart as possible are clamped to 64 bits`() {
        let far: Int64 = 1 << 61
        let pts = [-far, far, far - 1, far - 2, far - 3, far - 4]
        let clock = CutClock(pts: pts, end: far + 1)
        #expect(pts.indices.allSatisfy { clock[$0].dts <= clock[$0].pts })
        #expect(clock[0].dts == .min && clock[5].dts == far - 4)
    }

    @Test func `a long gap delays nothing`() {
        let clock = CutClock(pts: [0, 9000, 40, 80], end: 9040)
        #expect((0..<4).map { clock[$0].dts } == [-40, 0, 40, 80])
    }
}
