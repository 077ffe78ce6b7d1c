package import Media
import Synchronization

/// A file that lies elsewhere, in the version that it had when its server was asked.
///
/// Safe on every thread.
package final class RemoteObject: Sendable {
    /// Where it lies.
    package let address: RemoteAddress
    /// What its server says of it.
    package let version: RemoteVersion
    private let first: FileIdentity
    private let isChanged = Atomic(false)
    private let received = Atomic(Int64(0))
    /// Those who wait for bytes of it.
    private let waiting = Atomic(0)

    /// Takes what a server says of an address.
    package init(_ address: RemoteAddress, _ version: RemoteVersion) {
        (self.address, self.version) = (address, version)
        first = FileIdentity(
            elsewhere: Self.number(of: address.unsigned),
            size: version.size,
            entity: Self.number(of: version.tag ?? version.modified ?? "")
        )
    }

    /// What it is; another than before once its server has another version of it.
    package var identity: FileIdentity {
        guard isChanged.load(ordering: .relaxed) else { return first }
        return FileIdentity(elsewhere: first.inode, size: first.size, entity: ~first.entity)
    }

    /// The identity by which its blocks are known.
    var known: FileIdentity { first }

    /// Bytes of it that have come.
    var fetched: Int64 { received.load(ordering: .relaxed) }

    /// Whether somebody waits for bytes of it.
    var isAwaited: Bool { waiting.load(ordering: .relaxed) > 0 }

    /// Notes that somebody waits meanwhile.
    func whileAwaited<Result, Failure: Error>(
        _ wait: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        waiting.add(1, ordering: .relaxed)
        defer { waiting.subtract(1, ordering: .relaxed) }
        return try wait()
    }

    /// Notes bytes of it that have come.
    func noteFetched(_ bytes: Int) { received.add(Int64(bytes), ordering: .relaxed) }

    /// Notes that its server has another version by now.
    func noteChange() { isChanged.store(true, ordering: .relaxed) }

    private static func number(of text: String) -> UInt64 {
        UInt64(Fingerprint.name(of: Array(text.utf8)).prefix(16), radix: 16) ?? 0
    }
}
