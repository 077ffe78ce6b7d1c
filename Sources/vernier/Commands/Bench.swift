import Media
import Server
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
    let hands: Int
    let rate: Int
    let seconds: Int
    let seed: Int
    /// What pictures the clients ask for, if any.
    let pictures: PreviewRequest?
    let trace: String?
    let isJSON: Bool

    init(_ arguments: inout Arguments) throws(UsageError) {
        guard let server = try arguments.text("--server") else {
            throw arguments.usage("--server is missing: where is the server?")
        }
        self.server = server
        idle = try arguments.number("--idle", in: 0...10_000) ?? 2000
        hands = try arguments.number("--scrubbing", in: 0...5000) ?? 200
        rate = try arguments.number("--rate", in: 1...1000) ?? 60
        seconds = try arguments.number("--seconds", in: 1...600) ?? 60
        seed = try arguments.number("--seed", in: 0...Int(Int32.max)) ?? 1
        let width = try arguments.number("--pictures", in: PreviewRequest.widths)
        pictures = width.flatMap { PreviewRequest(width: $0) }
        trace = try arguments.text("--trace")
        isJSON = arguments.flag("--json")
        let isEcho = arguments.flag("--echo")
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
        guard idle + hands > 0 else { throw arguments.usage("--idle or --scrubbing above 0") }
    }

    func run() throws {
        DescriptorLimit.raise()
        let report = try CrowdLoop.play(try load(), to: server)
        Output.write(Array((isJSON ? report.line : report.table).utf8))
        if let fault = report.fault { throw Failure(.different, "\(server): \(fault)") }
    }

    private func load() throws -> Load {
        let path = try path()
        var generator = SeededGenerator(seed: UInt64(seed))
        let plan = LoadPlan(hands: hands, rate: rate, seconds: seconds, using: &generator)
        let moves = path.moves(plan.messages, rate: rate)
        return Load(of: moves, by: plan, idle: idle, on: loadPeer(path.grip))
    }

    private func loadPeer(_ grip: Grip) -> Load.Peer {
        guard case .vernier(let file) = peer else { return .echo }
        let open = Open(media: MediaID(ofServed: file).description, preview: pictures)
        return .vernier(open: open.json(), begin: grip.json())
    }

    private func path() throws -> HandPath {
        guard let trace else { return .swaying }
        guard let path = HandPath(try LinesFile.read(trace, Trace.init(jsonLines:))) else {
            throw Failure(.badData, "\(trace): holds no drag on the bar")
        }
        return path
    }
}
