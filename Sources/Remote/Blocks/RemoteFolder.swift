import Media
import Synchronization

/// What is kept on disk of media that lies elsewhere, within one bound: blocks, and files that were
/// downloaded as a whole.
///
/// Safe on every thread. Calls block for the disk.
struct RemoteFolder: Sendable {
    let blocks, wholes: StoreFolder
    /// Bytes of all together.
    let byteLimit: Int
    private let reserved = ReservedBytes()

    init(path: String, byteLimit: Int) {
        blocks = StoreFolder(path: path, ending: ".vnrb")
        wholes = StoreFolder(path: path, ending: ".vnrw")
        self.byteLimit = byteLimit
    }

    /// The files of both kinds, whose names differ.
    var items: [StoreFolder.Item] { blocks.items + wholes.items }

    /// Removes the least recently used files, so that so many bytes more fit beside what is reserved.
    func makeRoom(for bytes: Int) {
        blocks.sweep()
        wholes.sweep()
        let room = byteLimit - reserved.bytes.load(ordering: .relaxed) - bytes
        for item in StoreFolder.surplus(of: items, beyond: max(0, room)) {
            try? blocks.remove(item.name)
            try? wholes.remove(item.name)
        }
    }

    /// Keeps bytes free for a file that is being downloaded.
    func reserve(_ bytes: Int) {
        makeRoom(for: bytes)
        reserved.bytes.add(bytes, ordering: .relaxed)
    }

    /// Takes back what was reserved.
    func release(_ bytes: Int) { reserved.bytes.subtract(bytes, ordering: .relaxed) }

    private final class ReservedBytes: Sendable {
        let bytes = Atomic(0)
    }
}
