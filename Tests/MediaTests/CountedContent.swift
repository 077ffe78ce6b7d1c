import Synchronization
import System

@testable import Media

/// A file here as one elsewhere, that counts what is read of it.
final class CountedContent: RemoteContent {
    private let file: OpenFile
    private let count = Atomic<Int64>(0)
    private let calls = Atomic<Int>(0)

    init(_ file: OpenFile) { self.file = file }

    var identity: FileIdentity {
        FileIdentity(elsewhere: 1, size: file.size, entity: 1)
    }
    var isAwaited: Bool { false }
    var awaitsFetch: Bool { false }
    var fetched: Int64 { count.load(ordering: .relaxed) }
    var reads: Int { calls.load(ordering: .relaxed) }
    var forScan: any RemoteContent { self }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let read = file.read(at: offset, into: buffer)
        count.add(Int64(max(0, read)), ordering: .relaxed)
        calls.add(1, ordering: .relaxed)
        return read
    }

    func expect(_ places: [Range<Int64>], isSure: Bool) {}

    func makeSocket() throws(SystemFailure) -> OwnedDescriptor {
        throw SystemFailure(reason: "no other process reads it")
    }
}
