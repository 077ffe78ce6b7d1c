import Media
import Synchronization
import System

/// The files of servers that send no parts, each downloaded once for all who read it.
///
/// What is complete is kept by the identity of the file, and taken again as long as its server has
/// that version. Safe on every thread.
final class WholeFiles: Sendable {
    private struct Entry { weak var file: WholeFile? }

    private let entries = Mutex<[FileIdentity: Entry]>([:])
    private let folder: RemoteFolder
    private let fetch: Fetch
    private let cancel: @Sendable (UInt64) -> Void
    private let noteWait: @Sendable () -> Void
    /// Those whose bytes have all come, until they are kept.
    private let keeping = WorkGroup()
    /// What a disk may take for it.
    private static let longestKeeping = Duration.seconds(30)

    /// Has all of a file fetched; returns the order's number.
    typealias Fetch =
        @Sendable (
            _ object: RemoteObject,
            _ receive: @escaping @Sendable (FetchNews) -> Void
        ) -> UInt64

    /// Creates what downloads to a folder.
    init(
        in folder: RemoteFolder,
        noteWait: @escaping @Sendable () -> Void,
        cancel: @escaping @Sendable (UInt64) -> Void,
        fetch: @escaping Fetch
    ) {
        (self.folder, self.fetch, self.cancel) = (folder, fetch, cancel)
        self.noteWait = noteWait
    }

    /// Waits for those that are being kept: a command ends as soon as it has read what it needs.
    deinit { keeping.wait(atMost: Self.longestKeeping) }

    /// A file, whose download begins unless it is there or coming; blocks for the disk.
    func file(of object: RemoteObject) -> WholeFile {
        let (file, isNew) = entries.withLock { entries -> (WholeFile, Bool) in
            entries = entries.filter { $0.value.file != nil }
            if let file = entries[object.known]?.file, file.fault == nil { return (file, false) }
            let file = WholeFile(size: object.version.size, noteWait: noteWait)
            entries[object.known] = Entry(file: file)
            return (file, true)
        }
        if isNew { begin(file, of: object) }
        return file
    }

    private func begin(_ file: WholeFile, of object: RemoteObject) {
        let name = BlockKey(identity: object.known, number: -1).name
        if let kept = folder.wholes.file(name), kept.size == file.size {
            folder.wholes.touch(name)
            return file.take(kept)
        }
        guard file.size <= Int64(folder.byteLimit) else { return file.fail(.tooLarge) }
        do throws(SystemFailure) {
            let download = try WholeDownload(
                of: object,
                to: folder,
                as: name,
                for: file,
                keeping
            )
            let order = fetch(object, download.take)
            file.begin(reading: download.draft) { [cancel] in cancel(order) }
        } catch {
            file.fail(.notKept)
        }
    }
}

/// The download of a file, as its bytes come.
///
/// They are written on the thread on which they come, so that no more of them come than the disk
/// takes.
private final class WholeDownload: Sendable {
    let draft: StoreDraft
    private let object: RemoteObject
    private let folder: RemoteFolder
    private let name: String
    private let received = Atomic(Int64(0))
    /// Entered from its last byte on until it is kept, or is not to be.
    private let keeping: WorkGroup
    private let isEntered = Atomic(false)
    /// The file, which may go at any time and so end its download.
    private let file: @Sendable () -> WholeFile?

    init(
        of object: RemoteObject,
        to folder: RemoteFolder,
        as name: String,
        for file: WholeFile,
        _ keeping: WorkGroup
    ) throws(SystemFailure) {
        draft = try StoreDraft(in: folder.wholes)
        self.keeping = keeping
        (self.object, self.folder, self.name) = (object, folder, name)
        self.file = { [weak file] in file }
        folder.reserve(Int(file.size))
    }

    deinit {
        folder.release(Int(object.version.size))
        leave()
    }

    @Sendable func take(_ news: FetchNews) {
        switch news {
        case .head:
            leave()
            note(0)
        case .bytes(let bytes): write(Array(bytes))
        case .listed: break
        case .end: finish()
        case .failed(let fault):
            if fault == .changed { object.noteChange() }
            leave()
            file()?.fail(fault)
        }
    }

    private func note(_ count: Int64) {
        received.store(count, ordering: .relaxed)
        file()?.note(count)
    }

    private func write(_ bytes: [UInt8]) {
        let offset = received.load(ordering: .relaxed)
        do throws(SystemFailure) {
            try draft.write(bytes, at: offset)
            object.noteFetched(bytes.count)
            let end = offset + Int64(bytes.count)
            // Whoever reads the last bytes may let go of the file at once.
            if end == object.version.size { enter() }
            note(end)
        } catch {
            file()?.fail(.notKept)
        }
    }

    /// Keeps it, by another thread: a disk may take seconds to have all of a file.
    private func finish() {
        guard received.load(ordering: .relaxed) == object.version.size else {
            leave()
            file()?.fail(.lying)
            return
        }
        WorkThread.start(named: "vernier-whole") { [self] in
            WorkThread.lowerPriority()
            try? draft.publish(as: name)
            leave()
        }
    }

    private func enter() {
        if !isEntered.exchange(true, ordering: .relaxed) { keeping.enter() }
    }

    private func leave() {
        if isEntered.exchange(false, ordering: .relaxed) { keeping.leave() }
    }
}
