package import Marks
import Media
import System
import Timeline

/// The marks of the media that are open: changed here, stored by a thread of their own.
///
/// Belongs to the loop's thread.
package final class SharedMarks {
    private var histories: [ClipKey: MarkHistory] = [:]
    /// Where they are stored.
    let stored: MarksService

    /// Starts the thread that stores marks; without a store nothing is stored.
    init(store: MarkStore?, report: @escaping @Sendable (LibraryReport) -> Void) {
        stored = MarksService(store: store, report: report)
    }

    /// The marks of a clip; `nil` until its index is complete.
    package subscript(key: ClipKey) -> MarkHistory? { histories[key] }

    /// Takes the stored marks of a clip, unless they have been changed since.
    package func adopt(_ stored: MarkHistory, of key: ClipKey) {
        if histories[key] == nil { histories[key] = stored }
    }

    /// Changes the marks of a clip and has them stored.
    package func change(
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
