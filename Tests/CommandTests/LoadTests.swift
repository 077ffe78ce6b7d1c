import TestSupport
import Testing
import Wire

@testable import vernier

@Suite("The load of a bench")
struct LoadTests {
    private func moves(_ path: DragPath, _ count: Int, rate: Int) throws -> [Move] {
        try path.moves(count, rate: rate).map { json in
            guard case .move(let move) = try ClientMessage(json: json) else { throw Unexpected() }
            return move
        }
    }

    @Test(arguments: [60, 240, 7])
    func `moves are numbered from one, of one gesture, and their times never fall`(
        _ rate: Int
    ) throws {
        let moves = try moves(.swaying, 1300, rate: rate)
        #expect(moves.map(\.seq) == Array(1...1300))
        #expect(moves.allSatisfy { $0.gesture == DragPath.swaying.begin.gesture })
        let times = moves.flatMap { $0.samples.map(\.t) }
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(abs(times[times.count - 1] - 1_300_000 / Double(rate)) < 0.1)
    }

    @Test func `a recorded drag is played over and over, move by move`() throws {
        let lines = """
            {"at":0,"type":"open","media":""}
            {"at":1,"type":"begin","gesture":7,"x":5,"y":6,"extent":100}
            {"at":2,"type":"move","gesture":7,"seq":4,"samples":[[1,10,11],[2,12,13]]}
            {"at":3,"type":"move","gesture":7,"seq":9,"samples":[[3,14,15]]}
            {"at":4,"type":"begin","gesture":8,"x":0,"y":0,"extent":9}
            {"at":5,"type":"move","gesture":8,"seq":10,"samples":[[1,77,77]]}
            """
        let path = try #require(DragPath(try Trace(jsonLines: Array(lines.utf8))))
        #expect((path.begin.x, path.begin.y, path.begin.extent) == (5, 6, 100))
        let moves = try moves(path, 5, rate: 100)
        let places = moves.map { $0.samples.map { [$0.x, $0.y] } }
        let (first, second) = ([[10.0, 11], [12, 13]], [[14.0, 15]])
        #expect(places == [first, second, first, second, first])
        #expect(moves[0].samples.map(\.t) == [5, 10])
    }

    @Test(arguments: ["", #"{"at":0,"type":"begin","gesture":1,"x":0,"y":0,"extent":1}"#])
    func `a trace without a drag on the bar is no load`(_ lines: String) throws {
        let path = DragPath(try Trace(jsonLines: Array(lines.utf8)))
        #expect(path == nil)
    }

    @Test func `a clean load has no fault, and any other is told in full`() {
        #expect(report().fault == nil)
        #expect(
            report(refused: 2, dropped: 7, "full").fault
                == "2 clients were refused, 7 messages were dropped: full"
        )
        #expect(report(lost: 1).fault == "1 clients were lost")
    }

    @Test func `what did not come to those who follow is a fault`() {
        #expect(report(unseen: 3).fault == "3 frames did not come to those who follow")
        #expect(report(unseen: 0).fault == nil)
        let line = """
            followers 4, to be shown 9 frames, 1 of them left out for a newer one, 3 dropped; \
            p50 1.50, p99 –, p99.9 –, max – ms

            """
        #expect(report(unseen: 3).table.hasSuffix(line))
        #expect(report().table.split(separator: "\n").count == 3)
    }

    @Test func `a leader begins half a bar to the left`() {
        let (plain, shifted) = (DragPath.swaying.begin, DragPath.swaying.beginInTheMiddle)
        #expect((shifted.x, shifted.extent) == (plain.x - plain.extent / 2, plain.extent))
    }

    private func report(
        refused: Int = 0,
        lost: Int = 0,
        dropped: Int = 0,
        unseen: Int? = nil,
        _ complaint: String? = nil
    ) -> LoadReport {
        LoadReport(
            clients: .init(idle: 9, scrubbing: 9, refused: refused, lost: lost),
            messages: .init(sent: 9, answered: 9 - dropped, superseded: 0, dropped: dropped),
            milliseconds: .init(p50: nil, p99: nil, p999: nil, max: nil),
            followers: unseen.map {
                LoadReport.Following(
                    clients: 4,
                    messages: .init(sent: 9, answered: 9 - $0, superseded: 1, dropped: $0),
                    milliseconds: .init(p50: 1.5, p99: nil, p999: nil, max: nil)
                )
            },
            rate: 60,
            seconds: 1,
            complaint: complaint
        )
    }

    private struct Unexpected: Error {}
}
