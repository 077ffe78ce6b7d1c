import Media
import Wire

/// The command that fills the store of previews ahead of time.
struct Warm {
    let media: [String]
    let plan: WarmPlan
    let isJSON: Bool
    let cache: IndexCache
    let previews: PreviewFolder

    /// What the page asks for in a window of 1280 columns.
    private static let usualWidth = 960

    init(_ arguments: inout Arguments) throws(UsageError) {
        let every = try arguments.number("--every", in: 1...Int(Int32.max))
        let width = try arguments.number("--width", in: 16...4096) ?? Self.usualWidth
        let quality = try arguments.number("--quality", in: 1...100) ?? 80
        plan = WarmPlan(every: every, format: PreviewFormat(width: width, quality: quality))
        isJSON = arguments.flag("--json")
        cache = try IndexCache(&arguments)
        previews = try PreviewFolder(&arguments, in: cache)
        guard previews.path != nil else { throw arguments.usage("no folder keeps previews") }
        media = try arguments.operands("a media file or folder")
    }

    func run() throws {
        guard let folder = previews.path, let store = previews.store else { return }
        let isEnding = Flag()
        let signals = Signals { isEnding.raise() }
        let candidates = media.flatMap(Candidate.all)
        var bar = ProgressBar()
        var files: [WarmedFile] = []
        for candidate in candidates where !isEnding.isRaised {
            let name = "\(files.count + 1) of \(candidates.count): \(candidate.name)"
            let file = warmed(candidate, store, while: { !isEnding.isRaised }) {
                bar.show($0, name)
            }
            bar.clear()
            if !isJSON { Output.print(file.line) }
            files.append(file)
        }
        _ = consume signals
        let isInterrupted = isEnding.isRaised
        let report = WarmReport(folder: folder, files.map(\.report), isInterrupted: isInterrupted)
        if isJSON { Output.write(Array(report.line.utf8)) }
        if let failure = files.lazy.compactMap(\.failure).first { throw failure }
        guard isInterrupted else { return }
        throw Failure(.interrupted, "interrupted; the same command goes on from here")
    }

    private func warmed(
        _ candidate: Candidate,
        _ store: PreviewStore,
        while goesOn: () -> Bool,
        progress: (Double) -> Void
    ) -> WarmedFile {
        var file = WarmedFile(name: candidate.name)
        do {
            let opened = try candidate.open()
            let index = try MediaIndex(of: opened, store: cache.store)
            guard index.info.kind != .audio else { return file }
            var warming = Warming(of: opened, index, plan, in: store)
            defer { file.tally = warming.tally }
            try warming.run(atMost: previews.byteLimit, while: goesOn, progress: progress)
        } catch {
            file.failure = Failure(error)
        }
        return file
    }
}
