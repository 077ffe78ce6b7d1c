import Dispatch
import Marks
import Media
import System
import Timeline

/// Reads and writes the marks of files on a thread of its own, so that nobody waits for the disk.
///
/// Of changes that come faster than the disk writes, only the last is written. What is read comes
/// after all that was to be written before.
final class MarksService: Sendable {
    private enum Job: Sendable {
        case read(MarksName, ClipSource)
        case write(MarksName, VersionedMarks, ClipSource)
        case pack(MarksName, VersionedMarks, over: Int)
        case unpack(MarksName, [UInt8], count: Int)
        case finish(DispatchSemaphore)
    }

    /// What waits: for each marks one of a kind.
    private enum Order: Hashable, Sendable {
        case read(MarksName)
        case write(MarksName)
        case share(MarksName)
        case finish
    }

    private let store: MarkStore?
    private let report: @Sendable (LibraryReport) -> Void
    private let jobs = WorkQueue<Order, Job>()
    /// How long the end of the program waits for the disk.
    private static let timeout = DispatchTimeInterval.seconds(5)

    /// Starts the thread, which ends with ``finish()``; without a store nothing is stored.
    init(store: MarkStore?, report: @escaping @Sendable (LibraryReport) -> Void) {
        (self.store, self.report) = (store, report)
        WorkThread.start(named: "vernier-marks") { [self] in
            while let job = jobs.next() {
                switch job {
                case .read(let name, let source): read(name, source)
                case .write(let name, let history, let source): write(history, as: name, source)
                case .pack(let name, let history, let version):
                    report(.marksPacked(PackedMarks(history.shared(), name, history, version)))
                case .unpack(let name, let bytes, let count): unpack(bytes, of: name, count)
                case .finish(let semaphore): semaphore.signal()
                }
            }
        }
    }

    /// Whether marks outlive the server.
    var keepsMarks: Bool { store != nil }

    /// Reads the marks of a file, and reports them; safe on every thread.
    func load(_ name: MarksName, of source: ClipSource) {
        jobs.post(.read(name, source), for: .read(name))
    }

    /// Saves the marks of a file; safe on every thread.
    func save(_ history: VersionedMarks, as name: MarksName, of source: ClipSource) {
        guard store != nil else { return }
        jobs.post(.write(name, history, source), for: .write(name))
    }

    /// Has marks made ready for other servers, to be put in the place of a version; safe on every
    /// thread.
    func pack(_ history: VersionedMarks, as name: MarksName, over version: Int) {
        jobs.post(.pack(name, history, over: version), for: .share(name), rank: -1)
    }

    /// Has marks read that other servers share, of a media with so many frames; safe on every thread.
    func unpack(_ bytes: [UInt8], as name: MarksName, in count: Int) {
        jobs.post(.unpack(name, bytes, count: count), for: .share(name), rank: -1)
    }

    /// Writes what waits, and ends the thread.
    func finish() {
        let end = DispatchSemaphore(value: 0)
        jobs.post(.finish(end), for: .finish)
        _ = end.wait(timeout: .now() + Self.timeout)
        jobs.close()
    }

    private func read(_ name: MarksName, _ source: ClipSource) {
        do throws(MediaError) {
            let history = try stored(name, source)
            let content = ContentProof(of: source.file).name
            report(.marks(name, .success(KeptMarks(history, of: content))))
        } catch {
            report(.marks(name, .failure(error)))
        }
    }

    /// The stored marks of a file; those of another file that had the name before are set aside,
    /// and so are those that cannot be understood.
    private func stored(
        _ name: MarksName,
        _ source: ClipSource
    ) throws(MediaError) -> VersionedMarks {
        let bytes = try store?.bytes(of: name.file, atMost: MarkSet.byteLimit)
        guard let store, let bytes else { return VersionedMarks() }
        let reason: String
        do throws(MarksError) {
            let stored = try StoredMarks(decoding: bytes, in: source.index.table.count)
            guard !ContentProof.holds(stored.key, for: source.file) else {
                return stored.history
            }
            reason = "marks of another file that had its name"
        } catch {
            reason = "\(error)"
        }
        let place = try store.setAside(name.file)
        report(.marksSetAside(source.file.name, place: place, reason: reason))
        return VersionedMarks()
    }

    private func unpack(_ bytes: [UInt8], of name: MarksName, _ count: Int) {
        do throws(MarksError) {
            report(.marksUnpacked(name, .success(try VersionedMarks(shared: bytes, in: count))))
        } catch {
            report(.marksUnpacked(name, .failure(error)))
        }
    }

    private func write(_ history: VersionedMarks, as name: MarksName, _ source: ClipSource) {
        let stored = StoredMarks(key: ContentProof(of: source.file).bytes, history)
        // A file that was replaced does not write over the marks of the one that has its name now.
        let file = source.file.isUnlinked ? name.fileOfRemoved : name.file
        do throws(MediaError) {
            try store?.keep(stored.encoded(), as: file)
            report(.marksKept(name, version: history.version))
        } catch {
            report(.marksNotKept(name, error))
        }
    }
}

/// Marks as they were read, and whose they are.
package struct KeptMarks: Sendable {
    /// The marks.
    let history: VersionedMarks
    /// What tells the file from others that had its name.
    let content: String

    init(_ history: VersionedMarks, of content: String) {
        (self.history, self.content) = (history, content)
    }
}

/// Marks that are ready for other servers.
package struct PackedMarks: Sendable {
    /// The bytes; `nil` where they are more than can be shared.
    package let bytes: [UInt8]?
    /// Whose marks they are.
    package let name: MarksName
    /// Their version, and the one that they are to take the place of.
    package let version, before: Int

    init(_ bytes: [UInt8]?, _ name: MarksName, _ history: VersionedMarks, _ before: Int) {
        (self.bytes, self.name, self.before) = (bytes, name, before)
        version = history.version
    }
}

/// Whose marks: one stream of one file, however it was asked for and however long the file is.
package struct MarksName: Hashable, Sendable {
    private let id: MediaID
    private let device: UInt64
    private let inode: UInt64
    private let stream: Int

    /// The marks of what a clip turned out to be.
    init(_ source: ClipSource) {
        id = source.key.id
        (device, inode) = (source.file.identity.device, source.file.identity.inode)
        stream = source.index.info.stream
    }

    /// What they are stored as.
    var file: String { "\(id)-\(stream)" }

    /// What several servers share them as, for a file with this content.
    func shared(of content: String) -> String { "\(file)-\(content)" }

    /// What they are stored as when the file has no name any more.
    var fileOfRemoved: String { "\(file)-\(String(inode, radix: 16))" }
}
