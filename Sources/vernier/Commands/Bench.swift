import Basics
import LoadTest
import Media
import Server
import System
import Wire

/// The command that puts servers under load and measures their answers.
struct Bench {
    /// Who answers.
    enum Peer: Equatable {
        case vernier(file: String)
        case echo
    }

    let peer: Peer
    /// Their URLs.
    let servers: [String]
    let idle: Int
    let scrubbing: Int
    let rooms: Int
    /// Those in each room.
    let members: Int
    let rate: Int
    let seconds: Int
    let seed: Int
    /// The pictures that the clients request, if any.
    let pictures: PreviewRequest?
    let trace: String?
    let isJSON: Bool

    init(_ arguments: inout Arguments) throws(UsageError) {
        servers = try arguments[Options.Bench.server]
        guard !servers.isEmpty else {
            throw arguments.usage("--server is missing: where is the server?")
        }
        idle = try arguments[Options.Bench.idle]
        scrubbing = try arguments[Options.Bench.scrubbing]
        rooms = try arguments[Options.Bench.rooms]
        members = try arguments[Options.Bench.members]
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
        guard rooms == 0 || peer != .echo else { throw arguments.usage("no --rooms at --echo") }
        guard idle + scrubbing + rooms > 0 else {
            throw arguments.usage("--idle, --scrubbing or --rooms above 0")
        }
    }

    func run() throws {
        ThisProcess.raiseDescriptorLimit()
        let report = try CrowdLoop.play(try load(), to: servers)
        Output.write(Array((isJSON ? report.line : report.table).utf8))
        if let fault = report.fault {
            throw Failure(.different, "\(servers.joined(separator: ", ")): \(fault)")
        }
    }

    private func load() throws -> Load {
        let path = try path()
        var generator = SplitMix64(seed: UInt64(seed))
        let plan = LoadPlan(
            clients: scrubbing + rooms,
            rate: rate,
            seconds: seconds,
            using: &generator
        )
        return Load(
            of: path.moves(plan.messages, rate: rate),
            by: plan,
            idle: idle,
            in: loadRooms(path.beginInTheMiddle),
            on: loadPeer(path.begin),
            servers: servers.count
        )
    }

    private func loadPeer(_ begin: BeginMessage) -> Load.Peer {
        guard let open = open() else { return .echo }
        return .vernier(open: open, begin: begin.json())
    }

    private func loadRooms(_ begin: BeginMessage) -> Load.Rooms? {
        guard rooms > 0 else { return nil }
        // Nobody else is in rooms of these names: another load may run at the same time.
        let opens = (0..<rooms).compactMap { number -> (leader: [UInt8], follower: [UInt8])? in
            let room = "load-\(ThisProcess.id)-\(number)"
            let leader = open(RoomEntry(room: room, name: "leader"))
            let follower = open(RoomEntry(room: room, name: "follower", follows: true))
            return leader.flatMap { leader in follower.map { (leader, $0) } }
        }
        return Load.Rooms(of: members, opens: opens, begin: begin.json())
    }

    /// How a client opens the media, perhaps in a room; `nil` at an echo, which has none.
    private func open(_ room: RoomEntry? = nil) -> [UInt8]? {
        guard case .vernier(let file) = peer else { return nil }
        let media = MediaID(ofServed: file).description
        return Open(media: media, preview: pictures, room: room).json()
    }

    private func path() throws -> DragPath {
        guard let trace else { return .swaying }
        guard let path = DragPath(try LinesFile.read(trace, Trace.init(jsonLines:))) else {
            throw Failure(.badData, "\(trace): holds no drag on the bar")
        }
        return path
    }
}

extension LoadReport {
    /// The report as people read it.
    var table: String {
        var lines = [
            "clients   \(clients.idle) idle and \(clients.scrubbing) scrubbing,"
                + " \(clients.refused) refused, \(clients.lost) lost",
            "messages  \(messages.sent) sent, \(messages.answered) answered,"
                + " \(messages.superseded) of them by a newer one's answer,"
                + " \(messages.dropped) dropped",
            "answers   p50 \(text(milliseconds.p50)), p99 \(text(milliseconds.p99)),"
                + " p99.9 \(text(milliseconds.p999)), max \(text(milliseconds.max)) ms",
        ]
        if let followers { lines.append(followers.line) }
        return lines.map { $0 + "\n" }.joined()
    }

    /// What is not as it should be, if anything.
    var fault: String? {
        guard !isClean else { return nil }
        let counts = [
            (clients.refused, "clients were refused"), (clients.lost, "clients were lost"),
            (messages.dropped, "messages were dropped"),
            (followers?.messages.dropped ?? 0, "frames did not come to those who follow"),
        ]
        let told = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        return told + (complaint.map { ": " + $0 } ?? "")
    }

}

extension LoadReport.Following {
    /// What the table says of them.
    fileprivate var line: String {
        "followers \(clients), to be shown \(messages.sent) frames, \(messages.superseded) of them"
            + " left out for a newer one, \(messages.dropped) dropped;"
            + " p50 \(text(milliseconds.p50)), p99 \(text(milliseconds.p99)),"
            + " p99.9 \(text(milliseconds.p999)), max \(text(milliseconds.max)) ms"
    }
}

private func text(_ time: Double?) -> String { time.map { $0.decimals(2) } ?? "–" }
