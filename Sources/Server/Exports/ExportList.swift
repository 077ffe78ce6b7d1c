import Media
import Wire

/// The cuts that clients have asked for, from the plan to the file.
///
/// A cut is started once: whoever starts it takes its plan away. It belongs to the server and goes
/// on without the client that asked for it.
struct ExportList {
    /// A cut that is to be made now.
    struct Job: Sendable {
        let id: Int
        let cut: Cut
        let cancellation: Cancellation
    }

    private struct Item {
        var told: ExportsDocument.Cut
        var cut: Cut?
        let cancellation = Cancellation()
    }

    /// What failed, as clients may read it.
    private let told: @Sendable (MediaError) -> String
    private var items: [Item] = []
    private var lastID = 0
    /// Cuts that are remembered; those whose time is over leave first, the oldest before others.
    private static let limit = 32

    /// Creates an empty list, which tells of failures in the words of `told`.
    init(told: @escaping @Sendable (MediaError) -> String = { "\($0)" }) { self.told = told }

    /// The cuts as clients see them.
    var cuts: [ExportsDocument.Cut] { items.map(\.told) }

    /// Takes a wish; its plan is to follow.
    ///
    /// - Returns: The cut's id, and by what its planning is given up.
    mutating func add(
        _ wish: CutWish,
        of media: MediaID
    ) throws(ExportError) -> (id: Int, cancellation: Cancellation) {
        if items.count == Self.limit {
            guard let oldest = items.firstIndex(where: \.told.state.isOver) else {
                throw .tooMany(limit: Self.limit)
            }
            items.remove(at: oldest)
        }
        lastID += 1
        let item = Item(told: ExportsDocument.Cut(id: lastID, media: media.description, wish))
        items.append(item)
        return (lastID, item.cancellation)
    }

    /// Hears what a cut will be, or why it cannot.
    mutating func plan(_ id: Int, _ result: Result<Cut, MediaError>, replaces: Bool) {
        let told = self.told
        change(id, from: .planning) { item in
            switch result {
            case .success(let cut):
                item.cut = cut
                item.told.show(cut.plan, replaces: replaces)
            case .failure(let error): item.told.fail(told(error))
            }
        }
    }

    /// Starts a cut, once.
    mutating func start(_ id: Int, isConfirmed: Bool) throws(ExportError) -> Job {
        guard let item = items.first(where: { $0.told.id == id }) else { throw .noCut(id) }
        guard item.told.state == .planned, let cut = item.cut else { throw .notPlanned(id) }
        guard isConfirmed || item.told.replaces != true else { throw .unconfirmed(id) }
        change(id, from: .planned) { item in
            item.cut = nil
            item.told.state = .waiting
        }
        return Job(id: id, cut: cut, cancellation: item.cancellation)
    }

    /// Gives a cut up; one that is being made ends soon, and is not over before.
    ///
    /// - Parameters:
    ///   - id: The cut's id.
    ///   - isTaken: Whether it is in the worker's hands, of which nothing need have been heard yet.
    /// - Throws: ``ExportError/noCut(_:)`` where there is none of that id.
    mutating func cancel(_ id: Int, isTaken: Bool = false) throws(ExportError) {
        guard let item = items.first(where: { $0.told.id == id }) else { throw .noCut(id) }
        item.cancellation.cancel()
        change(id, from: .planning, .planned) { $0.told.state = .cancelled }
        if !isTaken { change(id, from: .waiting) { $0.told.state = .cancelled } }
        change(id, from: .cancelled) { $0.cut = nil }
    }

    /// Hears how far a cut has come, in 0…1.
    mutating func progress(_ id: Int, _ progress: Double) {
        change(id, from: .waiting, .running) { item in
            item.told.state = .running
            item.told.progress = progress
        }
    }

    /// Hears that a cut has ended.
    mutating func end(_ id: Int, _ result: Result<Int64, MediaError>) {
        let told = self.told
        change(id, from: .waiting, .running) { item in
            switch result {
            case .success(let bytes): item.told.finish(bytes)
            case .failure(.cancelled): item.told.state = .cancelled
            case .failure(let error): item.told.fail(told(error))
            }
        }
    }

    private mutating func change(
        _ id: Int,
        from states: ExportsDocument.Cut.State...,
        by body: (inout Item) -> Void
    ) {
        let place = items.firstIndex { $0.told.id == id && states.contains($0.told.state) }
        if let place { body(&items[place]) }
    }
}

extension ExportsDocument.Cut {
    fileprivate mutating func show(_ plan: CutPlan, replaces: Bool) {
        state = .planned
        shown = ExportsDocument.Frames(plan.shown)
        (copied, encoded) = (plan.copiedCount, plan.encodedCount)
        self.replaces = replaces
    }

    fileprivate mutating func finish(_ bytes: Int64) {
        (state, progress, self.bytes) = (.done, 1, bytes)
    }

    fileprivate mutating func fail(_ text: String) { (state, message) = (.failed, text) }
}

extension ExportsDocument.Cut.State {
    /// Whether nothing more becomes of the cut by itself.
    fileprivate var isOver: Bool {
        switch self {
        case .planned, .done, .failed, .cancelled: true
        case .planning, .waiting, .running: false
        }
    }
}
