package import Cluster
package import Library
import Media
package import MediaWorkers
package import Pictures
package import Remote
package import Sounds
package import Transport

/// What a server serves, where it listens, and where it stores what it keeps.
package struct ServerSettings {
    /// A page: the program's own, the one in a folder, or none.
    package enum Page: Equatable, Sendable {
        /// The page that is part of the program.
        case own
        /// The page in a folder.
        case folder(String)
        /// No page.
        case none
    }

    /// Files, folders and addresses of files that clients may open.
    package var media: [String]
    /// Which page is served.
    package var page: Page
    /// Where to listen, and to whom.
    package var listen: ListenSettings
    /// Receives log events, on any thread.
    package var log: @Sendable (LogEvent) -> Void = { _ in }
    /// Bytes of pictures kept in memory.
    package var previewMemory = 256 << 20
    /// Threads that decode pictures.
    package var decodeThreads = 2
    /// The processes that read media.
    package var workers = WorkerPool.inside
    /// Reads media that lies elsewhere; `nil` where none is named.
    package var remote: RemoteMedia?
    /// Where a reverse proxy finds the files to send them itself; `nil` sends them from here.
    package var accel: AccelPrefix?
    /// Where indexes are stored; `nil` scans every file again after each start.
    package var indexStore: IndexStore?
    /// Where pictures are stored; `nil` decodes them again after each start.
    package var previewStore: PreviewStore?
    /// Where it is stored what is known of sounds; `nil` decodes them again after each start.
    package var soundStore: SoundStore?
    /// Where marks are stored; `nil` loses them when the server stops.
    package var markStore: MarkStore?
    /// Where sessions are kept for when the server is started again; `nil` keeps none.
    package var sessionFolder: String?
    /// Where exports are written; `nil` writes none.
    package var exportFolder: ExportFolder?
    /// The file of tokens that let clients in; `nil` lets in whoever reaches the server.
    package var tokenFile: String?
    /// The file of keys that sign addresses of pictures and tiles; `nil` takes no signature.
    package var keyFile: String?
    /// The Redis server that rooms are shared with other servers through; `nil` where there are none.
    package var cluster: ClusterSettings?
    /// Whether and where to record what clients send.
    package var recording: RecordingSettings?

    /// Creates settings.
    package init(media: [String], page: Page, listen: ListenSettings) {
        self.media = media
        self.page = page
        self.listen = listen
    }
}
