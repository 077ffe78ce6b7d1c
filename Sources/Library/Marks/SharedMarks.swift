package import Marks
package import Media
import System
import Timeline

/// The marks of the media that are open: changed here, stored by a thread of their own.
///
/// Belongs to the loop's thread.
package final class SharedMarks {
    /// What is known of marks.
    package enum State {
        /// They are being read.
        case loading
        /// These are the marks.
        case known(VersionedMarks)
        /// They could not be read, and may be there.
        case failed(MediaError)
    }

    private var states: [MarksName: State] = [:]
    /// What tells the files of marks that are known from others that had their names.
    private var contents: [MarksName: String] = [:]
    /// The number of this server among several; 0 where it is the only one.
    private var server: UInt16 = 0
    /// The newest version of each that would be there after a crash.
    private var kept: [MarksName: Int] = [:]
    /// The marks of each clip; one stream may be asked for by its number, and as the best.
    private var names: [ClipKey: MarksName] = [:]
    private let stored: MarksService

    /// Starts the thread that stores marks; without a store nothing is stored.
    init(store: MarkStore?, report: @escaping @Sendable (LibraryReport) -> Void) {
        stored = MarksService(store: store, report: report)
    }

    /// The marks of a clip; `nil` while they are not known.
    package subscript(key: ClipKey) -> VersionedMarks? {
        guard case .known(let history) = state(of: key) else { return nil }
        return history
    }

    /// What is known of the marks of a clip; `nil` until its index is complete.
    package func state(of key: ClipKey) -> State? { names[key].flatMap { states[$0] } }

    /// The clips with these marks.
    package func clips(with name: MarksName) -> [ClipKey] {
        names.filter { $0.value == name }.map(\.key)
    }

    /// The clips that have their marks in common with this one, which is among them.
    package func clips(like key: ClipKey) -> [ClipKey] {
        names[key].map { clips(with: $0) } ?? [key]
    }

    /// Has the marks of a clip read, unless they are known; ``adopt(_:as:)`` takes them.
    package func load(_ source: ClipSource) {
        let name = names[source.key] ?? MarksName(source)
        names[source.key] = name
        switch states[name] {
        case .loading, .known: return
        case .failed, nil: break
        }
        states[name] = .loading
        stored.load(name, of: source)
    }

    /// Takes marks that were read, or why they were not.
    package func adopt(_ marks: Result<KeptMarks, MediaError>, as name: MarksName) {
        guard case .loading = states[name] else { return }
        switch marks {
        case .success(let stored):
            (states[name], contents[name]) = (.known(stored.history), stored.content)
            kept[name] = stored.history.version
        case .failure(let error): states[name] = .failed(error)
        }
    }

    /// Changes the marks of a clip and has them stored.
    package func change(
        _ key: ClipKey,
        _ change: VersionedMarks.Change,
        madeFor version: Int,
        in source: ClipSource?
    ) throws(MarksError) {
        guard let name = names[key], let state = states[name], let source else { throw .scanning }
        switch state {
        case .loading: throw .scanning
        case .failed(let error): throw .unreadable("\(error)")
        case .known(var history):
            let before = history.version
            let count = source.index.table.count
            try history.take(change, madeFor: version, in: count, on: server)
            states[name] = .known(history)
            if history.version != before { stored.save(history, as: name, of: source) }
        }
    }

    /// Whether marks have still to be stored as they are now, here or elsewhere.
    package func awaitsKeeping(_ name: MarksName) -> Bool {
        guard stored.keepsMarks, let history = self[name] else { return false }
        return (kept[name] ?? 0) < history.version
    }

    /// Notes that a version is kept, or that nothing more can be done for it.
    package func noteKept(_ name: MarksName, version: Int) {
        if states[name] != nil { kept[name] = max(kept[name] ?? 0, version) }
    }

    /// Forgets the marks of a clip that has been closed; they stay stored.
    func forget(_ key: ClipKey) {
        guard let name = names.removeValue(forKey: key), clips(with: name).isEmpty else { return }
        (states[name], contents[name], kept[name]) = (nil, nil, nil)
    }

    /// Waits until everything is stored.
    func finish() { stored.finish() }
}

// MARK: - Several servers

extension SharedMarks {
    /// Takes the number of this server among several, each of which makes versions of its own.
    package func join(as server: UInt16) { self.server = server }

    /// Whose marks a clip has.
    package func name(of key: ClipKey) -> MarksName? { names[key] }

    /// What other servers know the marks as; `nil` while they are not known here.
    package func sharedName(of name: MarksName) -> String? {
        contents[name].map { name.shared(of: $0) }
    }

    /// Marks that are known.
    package subscript(name: MarksName) -> VersionedMarks? {
        guard case .known(let history) = states[name] else { return nil }
        return history
    }

    /// Takes what came of these marks and those of other servers, and has it stored.
    package func replace(_ name: MarksName, by history: VersionedMarks, in source: ClipSource) {
        guard case .known = states[name] else { return }
        states[name] = .known(history)
        stored.save(history, as: name, of: source)
    }

    /// Has marks made ready for other servers, to be put in the place of a version.
    package func pack(_ history: VersionedMarks, as name: MarksName, over version: Int) {
        stored.pack(history, as: name, over: version)
    }

    /// Has marks read that other servers share.
    package func unpack(_ bytes: [UInt8], as name: MarksName, in source: ClipSource) {
        stored.unpack(bytes, as: name, in: source.index.table.count)
    }
}
