/// What the user asked for.
enum Command {
    case help(Manual.Page?)
    /// What a page for man(1) says of the commands.
    case roff
    case serve(Serve)
    case index(Index)
    case seek(Seek)
    case frame(Frame)
    case verify(Verify)
    case replay(Replay)
    case bench(Bench)
    case record(Record)
    case warm(Warm)
    case marks(ConvertMarks)
    case cache(Cache)
    case cut(Cut)
    case waveform(DrawWaveform)
    /// What the server has another process of this program do; for nobody else.
    case work(WorkerProgram)
    /// The same, again and again.
    case fork(ForkServerProgram)
    /// The same, with a network.
    case fetch(FetcherProgram)

    /// Reads the words after the program's name.
    init(_ words: [String]) throws(UsageError) {
        guard let name = words.first else { throw UsageError("which command?") }
        if words == ["help", "roff"] {
            self = .roff
            return
        }
        if ["--help", "-h", "help"].contains(name) {
            self = .help(words.dropFirst().first.flatMap(Manual.page))
            return
        }
        if let program = WorkerProgram(words) {
            self = .work(program)
            return
        }
        if let program = ForkServerProgram(words) {
            self = .fork(program)
            return
        }
        if let program = FetcherProgram(words) {
            self = .fetch(program)
            return
        }
        guard let page = Manual.page(name) else {
            throw UsageError("there is no command “\(name)”")
        }
        let rest = Array(words.dropFirst())
        guard !rest.contains("--help"), !rest.contains("-h") else {
            self = .help(page)
            return
        }
        self = try Self.parse(page, Arguments(rest, of: page.name))
    }

    private static func parse(
        _ page: Manual.Page,
        _ arguments: Arguments
    ) throws(UsageError) -> Command {
        var arguments = arguments
        let command: Command =
            switch page.name {
            case .serve: .serve(try Serve(&arguments))
            case .index: .index(try Index(&arguments))
            case .seek: .seek(try Seek(&arguments))
            case .frame: .frame(try Frame(&arguments))
            case .verify: .verify(try Verify(&arguments))
            case .replay: .replay(try Replay(&arguments))
            case .bench: .bench(try Bench(&arguments))
            case .record: .record(try Record(&arguments))
            case .warm: .warm(try Warm(&arguments))
            case .marks: .marks(try ConvertMarks(&arguments))
            case .cache: .cache(try Cache(&arguments))
            case .cut: .cut(try Cut(&arguments))
            case .waveform: .waveform(try DrawWaveform(&arguments))
            }
        try arguments.finish()
        return command
    }

    /// Does it.
    func run() throws {
        switch self {
        case .help(let page): Output.print(page?.text ?? Manual.overview)
        case .roff: Output.print(Manual.roff)
        case .serve(let command): try command.run()
        case .index(let command): try command.run()
        case .seek(let command): try command.run()
        case .frame(let command): try command.run()
        case .verify(let command): try command.run()
        case .replay(let command): try command.run()
        case .bench(let command): try command.run()
        case .record(let command): try command.run()
        case .warm(let command): try command.run()
        case .marks(let command): try command.run()
        case .cache(let command): try command.run()
        case .cut(let command): try command.run()
        case .waveform(let command): try command.run()
        case .work(let program): program.run()
        case .fork(let program): program.run()
        case .fetch(let program): try program.run()
        }
    }
}
