import Library
import Media
import MediaWorkers
import Remote
import System

/// What reads media that lies elsewhere for a command: started for the first of it.
///
/// Belongs to the main thread.
final class RemoteSetup {
    private let cache: IndexCache?
    private let endpoint: String?
    private let complain: @Sendable (String) -> Void
    private var media: RemoteMedia?

    /// Keeps blocks in a cache, if there is one, and tells somebody of trouble.
    init(_ cache: IndexCache, telling complain: @escaping @Sendable (String) -> Void = Output.warn)
    {
        (self.cache, endpoint, self.complain) = (cache, cache.endpoint, complain)
    }

    /// Keeps no blocks on disk, and finds buckets at an endpoint, if one is named.
    init(endpoint: String?) {
        (cache, self.endpoint, complain) = (nil, endpoint, Output.warn)
    }

    /// What reads it, scans by so many bytes a second; `nil` for as many as come, which is what
    /// commands do that are asked for a scan.
    func started(scanning scanRate: Int? = nil) throws -> RemoteMedia {
        if let media { return media }
        let account = S3Account(ThisProcess.variable)
        let media = RemoteMedia(
            FetcherProgram.launch,
            blocks: cache?.blockStore(telling: complain),
            takesWholes: cache?.takesWholes ?? false,
            scanRate: scanRate,
            store: try store(account),
            account: account,
            log: complain
        )
        self.media = media
        return media
    }

    private func store(_ account: S3Account) throws -> S3Store {
        do throws(RemoteAddress.Refusal) {
            return try S3Store(endpoint: endpoint ?? account.endpoint, region: account.region)
        } catch {
            throw Failure(.usage, "the endpoint of S3 cannot be used: \(error)")
        }
    }

    /// Opens a file, here or elsewhere.
    func open(_ name: String) throws -> OpenFile {
        guard let place = try MediaPlaces.remotePlace(name) else { return try OpenFile(path: name) }
        let entries = try entries(at: place)
        guard let entry = entries.first, entries.count == 1 else {
            let count = entries.isEmpty ? "no media file is" : "\(entries.count) media files are"
            throw Failure(.noInput, "\(place.name): \(count) there, where one is wanted")
        }
        return try entry.open()
    }

    /// The files at a place elsewhere.
    func entries(at place: RemotePlace) throws -> [MediaLibrary.Entry] {
        let media = try started()
        do throws(RemoteFault) {
            return try media.entries(at: place)
        } catch {
            throw MediaError.elsewhere(file: place.name, error)
        }
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

extension FetcherProgram {
    /// How it is started; `SSL_CERT_FILE` names certificates that are trusted instead of the
    /// system's, as it does for other programs.
    ///
    /// Nothing of this program's variables passes to it but those of proxies, which may hold
    /// passwords: others can read a process's words, not these.
    static var launch: WorkerLaunch {
        let file = ThisProcess.variable("SSL_CERT_FILE").map { [certificates, $0] }
        let proxies = ProxySettings.names.compactMap { name in
            ThisProcess.variable(name).map { "\(name)=\($0)" }
        }
        return .process(path: "/proc/self/exe", words: [name] + (file ?? []), variables: proxies)
    }
}
