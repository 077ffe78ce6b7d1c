import Basics
import LoadTest
import Media
import Server
import System
import Wire

/// The command that puts a server under load and measures its answers.
struct Bench {
    /// Who answers.
    enum Peer: Equatable {
        case vernier(file: String)
        case echo
    }

    let peer: Peer
    let server: String
    let idle: Int
    let scrubbing: Int
    let rate: Int
    let seconds: Int
    let seed: Int
    /// The pictures that the clients request, if any.
    let pictures: PreviewRequest?
    let trace: String?
    let isJSON: Bool

    init(_ arguments: inout Arguments) throws(UsageError) {
        guard let server = try arguments[Options.Bench.server] else {
            throw arguments.usage("--server is missing: where is the server?")
        }
        self.server = server
        idle = try arguments[Options.Bench.idle]
        scrubbing = try arguments[Options.Bench.scrubbing]
        rate = try arguments[Options.Bench.rate]
        seconds = try arguments[Options.Bench.seconds]
        seed = try arguments[Options.Bench.seed]
        let width = try arguments[Options.Bench.pictures]
        pictures = width.flatMap { PreviewRequest(width: $0) }
        trace = try arguments[Options.Bench.trace]
        isJSON = try arguments[Options.Bench.json]
        let isEcho = try arguments[Options.Bench.echo]
        let word = try arguments.operand("what to measure")
        guard word == "load" else { throw arguments.usage("“\(word)” is not load") }
        let file = try arguments.operandIfAny()
        switch (file, isEcho) {
        case (let file?, false): peer = .vernier(file: file)
        case (nil, true): peer = .echo
        default: throw arguments.usage("a media file or --echo, one of them")
        }
        guard pictures == nil || peer != .echo else {
            throw arguments.usage("no --pictures come from --echo")
        }
        guard idle + scrubbing > 0 else { throw arguments.usage("--idle or --scrubbing above 0") }
    }

    func run() throws {
        ThisProcess.raiseDescriptorLimit()
        let report = try CrowdLoop.play(try load(), to: server)
        Output.write(Array((isJSON ? report.line : report.table).utf8))
        if let fault = report.fault { throw Failure(.different, "\(server): \(fault)") }
    }

    private func load() throws -> Load {
        let path = try path()
        var generator = SplitMix64(seed: UInt64(seed))
        let plan = LoadPlan(clients: scrubbing, rate: rate, seconds: seconds, using: &generator)
        let moves = path.moves(plan.messages, rate: rate)
        return Load(of: moves, by: plan, idle: idle, on: loadPeer(path.begin))
    }

    private func loadPeer(_ begin: BeginMessage) -> Load.Peer {
        guard case .vernier(let file) = peer else { return .echo }
        let open = Open(media: MediaID(ofServed: file).description, preview: pictures)
        return .vernier(open: open.json(), begin: begin.json())
    }

    private func path() throws -> DragPath {
        guard let trace else { return .swaying }
        guard let path = DragPath(try LinesFile.read(trace, Trace.init(jsonLines:))) else {
            throw Failure(.badData, "\(trace): holds no drag on the bar")
        }
        return path
    }
}

/// The path of a drag over the bar, repeated, as messages at any rate.
struct DragPath {
    /// The message that begins the drag.
    let begin: BeginMessage
    /// The pointer's places since the message before, for each message.
    private let steps: [[(x: Double, y: Double)]]

    private static let gesture = 1

    /// A drag to and fro over most of a bar and away from it, for ten seconds at 60 messages each.
    static let swaying = DragPath(
        begin: BeginMessage(gesture: gesture, x: 400, y: 20, extent: 800),
        steps: (0..<600).map { number in
            (2 * number..<2 * number + 2).map { sample in
                let share = Double(sample) / 1200
                return (x: (400 + 350 * wave(7 * share)).tenths, y: (20 + 90 * wave(share)).tenths)
            }
        }
    )

    private init(begin: BeginMessage, steps: [[(x: Double, y: Double)]]) {
        (self.begin, self.steps) = (begin, steps)
    }

    /// The first drag on the bar that a trace holds; `nil` if there is none.
    init?(_ trace: Trace) {
        let begins = trace.entries.lazy.compactMap { entry -> Begin? in
            if case .begin(let begin) = entry.message { begin } else { nil }
        }
        guard let first = begins.first(where: { $0.control == .bar }) else { return nil }
        steps = trace.entries.compactMap { entry in
            guard case .move(let move) = entry.message, move.gesture == first.gesture else {
                return nil
            }
            return move.samples.map { ($0.x, $0.y) }
        }
        begin = BeginMessage(gesture: Self.gesture, x: first.x, y: first.y, extent: first.extent)
        if steps.isEmpty { return nil }
    }

    /// So many messages, at a rate.
    func moves(_ count: Int, rate: Int) -> [[UInt8]] {
        (0..<count).map { number in
            let step = steps[number % steps.count]
            let samples = step.enumerated().map { place, pointer in
                let time = Double(number) + Double(place + 1) / Double(step.count)
                return Sample(t: (1000 * time / Double(rate)).tenths, x: pointer.x, y: pointer.y)
            }
            return Move(gesture: Self.gesture, seq: UInt32(number + 1), samples: samples).json()
        }
    }

    /// From 0 to 1, to −1 and back to 0 while `share` grows by 1.
    private static func wave(_ share: Double) -> Double {
        let turn = share - share.rounded(.down)
        return turn < 0.25 ? 4 * turn : turn < 0.75 ? 2 - 4 * turn : 4 * turn - 4
    }
}

extension Double {
    /// With one decimal, as recorded traces have their numbers.
    fileprivate var tenths: Double { (self * 10).rounded() / 10 }
}

extension LoadReport {
    /// The report as people read it.
    var table: String {
        let lines = [
            "clients   \(clients.idle) idle and \(clients.scrubbing) scrubbing,"
                + " \(clients.refused) refused, \(clients.lost) lost",
            "messages  \(messages.sent) sent, \(messages.answered) answered,"
                + " \(messages.superseded) of them by a newer one's answer,"
                + " \(messages.dropped) dropped",
            "answers   p50 \(text(milliseconds.p50)), p99 \(text(milliseconds.p99)),"
                + " p99.9 \(text(milliseconds.p999)), max \(text(milliseconds.max)) ms",
        ]
        return lines.map { $0 + "\n" }.joined()
    }

    /// What is not as it should be, if anything.
    var fault: String? {
        guard !isClean else { return nil }
        let counts = [
            (clients.refused, "clients were refused"), (clients.lost, "clients were lost"),
            (messages.dropped, "messages were dropped"),
        ]
        let told = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        return told + (complaint.map { ": " + $0 } ?? "")
    }

    private func text(_ time: Double?) -> String { time.map { $0.decimals(2) } ?? "–" }
}
