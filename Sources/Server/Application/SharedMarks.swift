import Marks
import Media
import System
import Timeline

/// The marks of the media that are open: changed here, stored by a thread of their own.
///
/// Belongs to the loop's thread.
final class SharedMarks {
    private var histories: [ClipKey: MarkHistory] = [:]
    /// Where they are stored.
    let stored: MarksService

    /// Starts the thread that stores marks; without a store nothing is stored.
    init(store: MarkStore?, _ results: Mailbox<JobResult>) {
        stored = MarksService(store: store, reports: results)
    }

    /// The marks of a clip; `nil` until its index is complete.
    subscript(key: ClipKey) -> MarkHistory? { histories[key] }

    /// Takes the stored marks of a clip, unless they have been changed since.
    func adopt(_ stored: MarkHistory, of key: ClipKey) {
        if histories[key] == nil { histories[key] = stored }
    }

    /// Changes the marks of a clip and has them stored.
    func change(
        _ key: ClipKey,
        _ change: MarkHistory.Change,
        madeFor version: Int,
        in source: ClipSource?
    ) throws(MarksError) {
        guard var history = histories[key], let source else { throw .scanning }
        let before = history.version
        try history.take(change, madeFor: version, in: source.index.table.count)
        histories[key] = history
        if history.version != before { stored.save(history, of: source) }
    }

    /// Forgets the marks of a clip that has been closed; they stay stored.
    func forget(_ key: ClipKey) { histories[key] = nil }

    /// Waits until everything is stored.
    func finish() { stored.finish() }
}
