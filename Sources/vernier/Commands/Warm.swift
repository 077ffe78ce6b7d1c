import Library
import Media
import Pictures
import System
import Timeline
import Wire

/// The command that fills the store of previews ahead of time.
struct Warm {
    let media: [String]
    let plan: WarmPlan
    let isJSON: Bool
    let cache: IndexCache
    let previews: PreviewFolder

    init(_ arguments: inout Arguments) throws(UsageError) {
        let format = PreviewFormat(
            width: try arguments[Options.Warm.width],
            quality: try arguments[Options.Warm.quality]
        )
        plan = WarmPlan(every: try arguments[Options.Warm.every], format: format)
        isJSON = try arguments[Options.Warm.json]
        cache = try IndexCache(arguments)
        previews = try PreviewFolder(arguments, in: cache)
        guard previews.path != nil else { throw arguments.usage("no folder keeps previews") }
        media = try arguments.operands("a media file or folder")
    }

    func run() throws {
        guard let folder = previews.path, let store = previews.store else { return }
        let isEnding = Cancellation()
        let signals = SignalListener { isEnding.cancel() }
        let remote = RemoteSetup(cache)
        let arguments = media.flatMap { MediaArgument.all(named: $0, remote) }
        var bar = ProgressBar()
        var files: [WarmedFile] = []
        for argument in arguments where !isEnding.isCancelled {
            let name = "\(files.count + 1) of \(arguments.count): \(argument.name)"
            let file = warmed(argument, store, while: { !isEnding.isCancelled }) {
                bar.show($0, name)
            }
            bar.clear()
            if !isJSON { Output.print(file.line) }
            files.append(file)
        }
        _ = consume signals
        let isInterrupted = isEnding.isCancelled
        let report = WarmReport(folder: folder, files.map(\.report), isInterrupted: isInterrupted)
        if isJSON { Output.write(Array(report.line.utf8)) }
        if let failure = files.lazy.compactMap(\.failure).first { throw failure }
        guard isInterrupted else { return }
        throw Failure(.interrupted, "interrupted; the same command goes on from here")
    }

    private func warmed(
        _ argument: MediaArgument,
        _ store: PreviewStore,
        while goesOn: () -> Bool,
        progress: (Double) -> Void
    ) -> WarmedFile {
        var file = WarmedFile(name: argument.name)
        do {
            let opened = try argument.open()
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

/// One file, with what became of its previews.
struct WarmedFile {
    let name: String
    var tally = WarmReport.Tally()
    /// Why not all of them are there, if not.
    var failure: Failure?

    /// The file as a person reads it.
    var line: String {
        if let failure { return failure.message }
        guard tally.wanted > 0 else { return "\(name): sound only, no preview to make" }
        let failed = tally.failed > 0 ? ", \(tally.failed) cannot be decoded" : ""
        return "\(name): \(tally.found + tally.made) of \(tally.wanted) previews, \(tally.made) new"
            + failed + "; \(tally.decoded) frames decoded, \(tally.bytes) bytes written"
    }

    /// The file as a program reads it.
    var report: WarmReport.File {
        WarmReport.File(name: name, previews: tally, error: failure?.message)
    }
}

/// What previews a file is to have.
struct WarmPlan: Equatable {
    /// Frames from one preview to the next; `nil` takes every keyframe, which costs one decode
    /// each, and leaves a picture near every place for the first glance.
    var every: Int?
    /// What they look like.
    var format: PreviewFormat

    /// The frames whose previews are to be there.
    func frames(of table: FrameTable) -> [Int] {
        if let every { return Array(stride(from: 0, to: table.count, by: every)) }
        let count = table.keyframeCount(upTo: table.count)
        let keys = (0..<count).map(table.keyframe)
        return keys.isEmpty && table.count > 0 ? [0] : keys
    }
}

/// Makes the previews of one file that are not in the store yet.
struct Warming {
    private let file: OpenFile
    private let index: MediaIndex
    private let store: PreviewStore
    private let format: PreviewFormat
    private let source: PreviewSource
    /// The frames whose previews are missing, ascending.
    private let missing: [Int]
    private(set) var tally = WarmReport.Tally()
    private var waiting: [Int: Preview] = [:]
    private var waitingBytes = 0

    /// Previews and bytes that wait to be kept at once: what an end by force would cost.
    private static let batch = (count: 64, bytes: 4 << 20)

    /// Looks at what is missing.
    init(of file: OpenFile, _ index: MediaIndex, _ plan: WarmPlan, in store: PreviewStore) {
        (self.file, self.index, self.store, format) = (file, index, store, plan.format)
        let table = index.table
        let source = PreviewSource(file, index.info)
        self.source = source
        let frames = plan.frames(of: table)
        let ordinals = frames.lazy.map { table.ordinal(of: $0) }
        let kept = Set(store.kept(among: ordinals, of: source, plan.format))
        missing = frames.filter { !kept.contains(table.ordinal(of: $0)) }
        (tally.wanted, tally.found) = (frames.count, frames.count - missing.count)
    }

    /// Makes them, as long as `goesOn` says so, and tells how much is there, in 0…1.
    ///
    /// Ends with a failure before the store would drop the first for the sake of the last.
    mutating func run(
        atMost limit: Int,
        while goesOn: () -> Bool,
        progress: (Double) -> Void
    ) throws {
        guard !missing.isEmpty else { return }
        var reader = try FrameReader(file, index: index, threads: FrameReader.usefulThreads)
        var maker = PreviewMaker(info: index.info, file: file.name)
        for (number, frame) in missing.enumerated() {
            progress(Double(tally.found + number) / Double(tally.wanted))
            guard goesOn() else { break }
            let next = number + 1 < missing.count ? missing[number + 1] : nil
            let selection = selection(to: frame, before: next)
            // One frame that fails is none, and the others are made.
            let preview = try? reader.preview(of: frame, selection, format, by: &maker)
            tally.decoded = reader.counts.framesDecoded
            guard hasRoom(for: preview, in: limit) else {
                try keep()
                throw Self.full(file)
            }
            try add(preview, of: frame)
        }
        try keep()
    }

    /// Whether a preview fits; a sixteenth is for the headers of the packs.
    private func hasRoom(for preview: Preview?, in limit: Int) -> Bool {
        tally.bytes + waitingBytes + (preview?.bytes.count ?? 0) <= limit / 16 * 15
    }

    private static func full(_ file: OpenFile) -> Failure {
        let help = "allow more with --preview-cache, or fewer with --every"
        return Failure(.cannotCreate, "\(file.name): its previews do not fit; \(help)")
    }

    /// Keeps decoding where the next frame is in the same GOP; otherwise stops at the frame.
    private func selection(to frame: Int, before next: Int?) -> FrameReader.FrameSelection {
        let isLast = next.map { !index.table.gop(of: frame).contains($0) } ?? true
        return isLast ? .alone : .since(frame)
    }

    private mutating func add(_ preview: Preview?, of frame: Int) throws {
        guard let preview else { return tally.failed += 1 }
        waiting[index.table.ordinal(of: frame)] = preview
        waitingBytes += preview.bytes.count
        if waiting.count >= Self.batch.count || waitingBytes >= Self.batch.bytes { try keep() }
    }

    private mutating func keep() throws {
        guard !waiting.isEmpty else { return }
        guard store.keep(waiting, of: source, format, from: file) else {
            throw Failure(.cannotCreate, "\(file.name): its previews cannot be kept")
        }
        tally.made += waiting.count
        tally.bytes += waitingBytes
        (waiting, waitingBytes) = ([:], 0)
    }
}
