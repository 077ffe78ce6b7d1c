import Library
import Media
import Scrubbing
import System
import Timeline
import Wire

/// The command that cuts frames out of a file into another.
struct Cut {
    let file: String
    let stream: Int?
    let output: String
    let first: CutEnd
    let last: CutEnd
    let mode: CutMode
    let overwrites: Bool
    let drops: Bool
    let cache: IndexCache

    init(_ arguments: inout Arguments) throws(UsageError) {
        stream = try arguments[Options.stream]
        cache = try IndexCache(arguments)
        first = try Self.end(Options.Cut.first, arguments)
        last = try Self.end(Options.Cut.last, arguments)
        let mode = try arguments[Options.Cut.mode]
        guard let known = CutMode(rawValue: mode) else {
            throw arguments.usage("--mode is keyframes, edit-list or smart, not “\(mode)”")
        }
        self.mode = known
        overwrites = try arguments[Options.Cut.overwrite]
        drops = try arguments[Options.Cut.drop]
        guard let output = try arguments[Options.Cut.output] else {
            throw arguments.usage("-o is missing: where should the cut go?")
        }
        self.output = output
        file = try arguments.operand("a media file")
    }

    func run() throws {
        let file = try RemoteSetup(cache).open(file)
        let index = try MediaIndex(of: file, stream: stream, store: cache.store)
        let frames = try self.frames(of: Clip(index, name: file.name))
        let cut = try Media.Cut(
            frames,
            mode,
            of: file,
            index,
            to: output,
            overwriting: overwrites
        )
        guard drops || cut.losses.isEmpty else { throw refusal(of: cut, from: file.name) }
        Output.print("\(file.name): \(cut.plan.line)")
        if !cut.losses.isEmpty { Output.print("left out: \(cut.lossLine)") }
        try write(cut)
    }

    private func write(_ cut: Media.Cut) throws {
        let isEnding = Cancellation()
        let signals = SignalListener { isEnding.cancel() }
        var bar = ProgressBar()
        defer { bar.clear() }
        do {
            let bytes = try cut.run(
                progress: { bar.show($0, output) },
                isCancelled: { isEnding.isCancelled }
            )
            bar.clear()
            let rest = cut.losses.isEmpty ? "" : ", without \(cut.lossLine)"
            Output.print("\(output): \(bytes) bytes\(rest)")
        } catch MediaError.cancelled {
            throw Failure(.interrupted, "interrupted; nothing is left of \(output)")
        }
        _ = consume signals
    }

    private func refusal(of cut: Media.Cut, from name: String) -> Failure {
        Failure(
            .usage,
            "\(output) cannot hold \(cut.lossLine) of \(name); --drop leaves that out"
        )
    }

    private func frames(of clip: Clip) throws -> ClosedRange<Int> {
        let (first, last) = (try first.query.frame(in: clip), try last.query.frame(in: clip))
        guard first <= last else {
            throw Failure(.usage, "--in is frame \(first), behind --out, which is frame \(last)")
        }
        return first...last
    }

    private static func end(
        _ option: Option<String?>,
        _ arguments: Arguments
    ) throws(UsageError) -> CutEnd {
        guard let text = try arguments[option] else {
            throw arguments.usage("\(option.name) is missing")
        }
        guard let end = CutEnd(text) else {
            throw arguments.usage("\(option.name) cannot be “\(text)”: it needs \(CutEnd.forms)")
        }
        return end
    }
}

extension Media.Cut {
    /// What the new file will not hold, as a person reads it.
    fileprivate var lossLine: String { losses.map(\.description).joined(separator: ", ") }
}

extension CutPlan {
    /// What the cut will be, as a person reads it.
    var line: String {
        var parts = ["frames \(shown.lowerBound) to \(shown.upperBound)"]
        if unhidden > 0 { parts.append("\(unhidden) before them that the file hides") }
        if shown != asked { parts.append("asked for \(asked.lowerBound) to \(asked.upperBound)") }
        parts.append("\(copiedCount) packets copied, \(encodedCount) frames encoded")
        return parts.joined(separator: "; ")
    }
}

/// A place that a cut begins or ends at, as it is typed.
struct CutEnd: Equatable {
    let query: TargetQuery

    /// What can be typed, for messages.
    static let forms = "a frame (123 or f123), a time (8s, 75.5 or 1:15.5), a timecode or 50%"

    /// Reads a place; `nil` where it has none of the forms.
    init?(_ text: String) {
        guard !text.hasPrefix("-"), let place = Self.place(text) else { return nil }
        query = TargetQuery(place)
    }

    private static func place(_ text: String) -> TargetQuery.Place? {
        let fields = text.split(omittingEmptySubsequences: false) { ":;".contains($0) }
        if fields.count == 4 { return .timecode(text) }
        if fields.count > 1 { return seconds(fields).map(TargetQuery.Place.time) }
        if text.hasSuffix("%") {
            return Double(text.dropLast()).flatMap { TargetQuery.Place("position", "\($0 / 100)") }
        }
        if text.hasPrefix("f") { return TargetQuery.Place("frame", String(text.dropFirst())) }
        if text.hasSuffix("s") { return TargetQuery.Place("time", String(text.dropLast())) }
        return TargetQuery.Place("frame", text) ?? TargetQuery.Place("time", text)
    }

    /// Seconds in minutes and seconds, with hours before them or without.
    private static func seconds(_ fields: [Substring]) -> Double? {
        let numbers = fields.compactMap { Double($0) }
        guard numbers.count == fields.count, numbers.count < 4,
            numbers.allSatisfy({ $0 >= 0 && $0.isFinite })
        else { return nil }
        return numbers.reduce(0) { $0 * 60 + $1 }
    }
}
