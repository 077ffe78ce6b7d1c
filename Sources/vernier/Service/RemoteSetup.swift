import Library
import Media
import MediaWorkers
import Remote
import System

/// What reads media that lies elsewhere for a command: started for the first of it.
///
/// Belongs to the main thread.
final class RemoteSetup {
    private let store: () -> BlockStore?
    private let complain: @Sendable (String) -> Void
    private var media: RemoteMedia?

    /// Keeps blocks in a cache, if there is one, and tells somebody of trouble.
    init(_ cache: IndexCache?, telling complain: @escaping @Sendable (String) -> Void = Output.warn)
    {
        store = { cache?.blockStore(telling: complain) }
        self.complain = complain
    }

    /// What reads it.
    func started() -> RemoteMedia {
        if let media { return media }
        let media = RemoteMedia(FetcherProgram.launch, store: store(), log: complain)
        self.media = media
        return media
    }

    /// Opens a file, here or elsewhere.
    func open(_ name: String) throws -> OpenFile {
        guard let address = try MediaPlaces.address(name) else { return try OpenFile(path: name) }
        return try open(address)
    }

    /// Opens what there is at an address.
    func open(_ address: RemoteAddress) throws -> OpenFile {
        let media = started()
        let entries = media.entries(of: [address])
        return try entries[0].open()
    }
}

extension IndexCache {
    /// The store of blocks of media that lies elsewhere, which tells somebody when it cannot keep
    /// anything.
    func blockStore(telling complain: @escaping @Sendable (String) -> Void) -> BlockStore? {
        folder.map { folder in
            BlockStore(folder: folder + "/remote", byteLimit: remoteLimit, log: complain)
        }
    }
}
