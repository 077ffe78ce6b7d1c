import Media
package import System
import Timeline

/// Blocks on disk, up to a number of bytes; the least recently used are removed first.
///
/// A damaged one counts as missing. Failing to write is no error: the block is fetched again. Safe
/// on every thread.
package final class BlockStore: Sendable {
    private struct Job: Sendable {
        let key: BlockKey
        let bytes: [UInt8]
    }

    /// Where they are, beside files that were downloaded as a whole.
    let folder: RemoteFolder
    private let log: LogOnce
    private let queue = WorkQueue<BlockKey, Job>()
    private static let envelope = Envelope("VNRB", version: 1)
    /// Blocks that wait to be written; when the disk is slower, others are not kept.
    private static let mostWaiting = 32
    /// Blocks that are written between two looks at how many there are, fewer in a small store.
    private static let writesPerSweep = 16
    /// Bytes of a block's file at most.
    private static let mostBytes = BlockPlan.size + 1024

    /// Creates a store in a folder, which is made when the first block is written.
    package init(
        folder: String,
        byteLimit: Int,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.folder = RemoteFolder(path: folder, byteLimit: byteLimit)
        self.log = LogOnce(log)
        let (folder, queue, log) = (self.folder, queue, self.log)
        let perSweep = max(1, min(Self.writesPerSweep, byteLimit / 2 / Self.mostBytes))
        WorkThread.start(named: "vernier-blocks") {
            WorkThread.lowerPriority()
            var writes = 0
            while let job = queue.next() {
                // All that are written until the next time are to fit.
                if writes % perSweep == 0 { folder.makeRoom(for: perSweep * Self.mostBytes) }
                Self.write(job, to: folder.blocks, log)
                writes += 1
            }
        }
    }

    deinit { queue.close() }

    /// How many blocks and files are stored, and bytes of all; blocks for the disk.
    package var size: (blocks: Int, bytes: Int) {
        let items = folder.items
        return (items.count, items.map(\.bytes).reduce(0, +))
    }

    /// Removes all blocks and files, and returns how many; blocks for the disk.
    ///
    /// - Throws: Why one cannot be removed.
    package func clear() throws(SystemFailure) -> Int {
        let names = folder.items.map(\.name)
        for name in names {
            try folder.blocks.remove(name)
            try folder.wholes.remove(name)
        }
        return names.count
    }

    /// A block, if it is stored and undamaged; blocks for the disk.
    func block(_ key: BlockKey, length: Int) -> [UInt8]? {
        let head = key.bytes
        let whole = Envelope.size + head.count + length
        guard let bytes = folder.blocks.read(key.name, atMost: whole), bytes.count == whole,
            (try? Self.envelope.check(bytes)) != nil,
            bytes[Envelope.size..<Envelope.size + head.count].elementsEqual(head)
        else { return nil }
        folder.blocks.touch(key.name)
        return Array(bytes[(Envelope.size + head.count)...])
    }

    /// Whether a block is stored, as it seems; blocks for the disk.
    func holds(_ key: BlockKey) -> Bool { folder.blocks.holds(key.name) }

    /// Stores a block, soon.
    func keep(_ bytes: [UInt8], as key: BlockKey) {
        guard queue.count < Self.mostWaiting, bytes.count * 2 <= folder.byteLimit else { return }
        queue.post(Job(key: key, bytes: bytes), for: key)
    }

    private static func write(_ job: Job, to folder: StoreFolder, _ log: LogOnce) {
        do throws(StoreFolder.Failure) {
            try folder.write(envelope.seal(job.key.bytes + job.bytes), to: job.key.name)
        } catch {
            log.report("\(folder.path): no block is kept: \(error.reason)")
        }
    }
}

/// What tells a block from all others: its number, -1 for all of a file, and the version of the file that it is of.
struct BlockKey: Hashable, Sendable {
    let identity: FileIdentity
    let number: Int64

    /// The key as it is stored with the block.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.append("\(identity)")
        writer.append(signed: number)
        return writer.bytes
    }

    /// The name of the block's file.
    var name: String { Fingerprint.name(of: bytes) }
}
