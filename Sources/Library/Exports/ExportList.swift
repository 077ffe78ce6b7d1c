import Media
import System
import Wire

/// The cuts that clients have requested, from the plan to the file.
///
/// A cut is started at most once. It belongs to the server and continues without the client that
/// requested it.
struct ExportList {
    /// A cut that is to be written now.
    struct Job: Sendable {
        let id: Int
        let cut: Cut
        let cancellation: Cancellation
    }

    private struct Item {
        var status: ExportsDocument.Cut
        var cut: Cut?
        let cancellation = Cancellation()
    }

    /// The message of an error, as clients may read it.
    private let message: @Sendable (MediaError) -> String
    private var items: [Item] = []
    private var lastID = 0
    /// The most cuts that are kept; the oldest that has ended makes space for a new one.
    private static let limit = 32

    /// Creates an empty list; `message` makes an error readable for clients.
    init(message: @escaping @Sendable (MediaError) -> String = { "\($0)" }) {
        self.message = message
    }

    /// The cuts as clients see them.
    var cuts: [ExportsDocument.Cut] { items.map(\.status) }

    /// Adds a request, to be planned.
    ///
    /// - Returns: The cut's id, and what cancels its planning.
    mutating func add(
        _ request: CutRequest,
        of media: MediaID
    ) throws(ExportError) -> (id: Int, cancellation: Cancellation) {
        if items.count == Self.limit {
            guard let oldest = items.firstIndex(where: \.status.state.isOver) else {
                throw .tooMany(limit: Self.limit)
            }
            items.remove(at: oldest)
        }
        lastID += 1
        let item = Item(status: ExportsDocument.Cut(id: lastID, media: media.description, request))
        items.append(item)
        return (lastID, item.cancellation)
    }

    /// Takes the plan of a cut, or why there is none.
    mutating func plan(_ id: Int, _ result: Result<Cut, MediaError>, replaces: Bool) {
        let message = self.message
        change(id, from: .planning) { item in
            switch result {
            case .success(let cut):
                item.cut = cut
                item.status.show(cut, replaces: replaces)
            case .failure(let error): item.status.fail(message(error))
            }
        }
    }

    /// Starts a cut, once.
    ///
    /// - Parameters:
    ///   - id: The cut's id.
    ///   - isConfirmed: Whether a file may be replaced; whoever confirms that has seen the plan.
    ///   - drops: Whether it may leave out what its file has no place for.
    /// - Returns: The cut, to be written.
    /// - Throws: ``ExportError`` where it is not planned, or lacks a consent.
    mutating func start(
        _ id: Int,
        isConfirmed: Bool,
        drops: Bool = false
    ) throws(ExportError) -> Job {
        guard let item = items.first(where: { $0.status.id == id }) else { throw .noCut(id) }
        guard item.status.state == .planned, let cut = item.cut else { throw .notPlanned(id) }
        guard isConfirmed || item.status.replaces != true else { throw .unconfirmed(id) }
        guard isConfirmed || drops || cut.losses.isEmpty else {
            throw .incomplete(id, cut.losses.map(\.description))
        }
        change(id, from: .planned) { item in
            item.cut = nil
            item.status.state = .waiting
        }
        return Job(id: id, cut: cut, cancellation: item.cancellation)
    }

    /// Cancels a cut; one that is being written ends soon after, and is cancelled only then.
    ///
    /// - Parameters:
    ///   - id: The cut's id.
    ///   - isTaken: Whether the worker has taken the job, even if it has reported nothing yet.
    /// - Throws: ``ExportError/noCut(_:)`` where there is none of that id.
    mutating func cancel(_ id: Int, isTaken: Bool = false) throws(ExportError) {
        guard let item = items.first(where: { $0.status.id == id }) else { throw .noCut(id) }
        item.cancellation.cancel()
        change(id, from: .planning, .planned) { $0.status.state = .cancelled }
        if !isTaken { change(id, from: .waiting) { $0.status.state = .cancelled } }
        change(id, from: .cancelled) { $0.cut = nil }
    }

    /// Takes the progress of a cut, in 0…1.
    mutating func progress(_ id: Int, _ progress: Double) {
        change(id, from: .waiting, .running) { item in
            item.status.state = .running
            item.status.progress = progress
        }
    }

    /// Takes the result of a cut: its bytes, or the error.
    mutating func end(_ id: Int, _ result: Result<Int64, MediaError>) {
        let message = self.message
        change(id, from: .waiting, .running) { item in
            switch result {
            case .success(let bytes): item.status.finish(bytes)
            case .failure(.cancelled): item.status.state = .cancelled
            case .failure(let error): item.status.fail(message(error))
            }
        }
    }

    private mutating func change(
        _ id: Int,
        from states: ExportsDocument.Cut.State...,
        by body: (inout Item) -> Void
    ) {
        let index = items.firstIndex { $0.status.id == id && states.contains($0.status.state) }
        if let index { body(&items[index]) }
    }
}

extension ExportsDocument.Cut {
    fileprivate mutating func show(_ cut: Cut, replaces: Bool) {
        let plan = cut.plan
        state = .planned
        dropped = cut.losses.isEmpty ? nil : cut.losses.map(ExportsDocument.Dropped.init)
        shown = ExportsDocument.Frames(plan.shown)
        (copied, encoded) = (plan.copiedCount, plan.encodedCount)
        self.replaces = replaces
    }

    fileprivate mutating func finish(_ bytes: Int64) {
        (state, progress, self.bytes) = (.done, 1, bytes)
    }

    fileprivate mutating func fail(_ text: String) { (state, message) = (.failed, text) }
}

extension ExportsDocument.Dropped {
    fileprivate init(_ loss: CutLoss) {
        switch loss {
        case .stream(let number, let stream):
            self.init(
                what: "stream",
                stream: number,
                kind: stream.kind.rawValue,
                codec: stream.codec
            )
        case .chapters: self.init(what: "chapters")
        case .timecode: self.init(what: "timecode")
        }
    }
}

extension ExportsDocument.Cut.State {
    /// Whether the cut does not change any more without a client.
    fileprivate var isOver: Bool {
        switch self {
        case .planned, .done, .failed, .cancelled: true
        case .planning, .waiting, .running: false
        }
    }
}

/// When clients are sent the state of the exports: after a change, at most four times a second.
struct ExportUpdates {
    /// Whether something has changed that clients have not been sent.
    var isDue = false
    private var last: ContinuousClock.Instant?
    private static let pause = Duration.milliseconds(250)

    /// Whether clients are to be sent the state now; then nothing is due any more.
    mutating func take(at now: ContinuousClock.Instant) -> Bool {
        guard isDue, last.map({ now - $0 >= Self.pause }) ?? true else { return false }
        (isDue, last) = (false, now)
        return true
    }
}
