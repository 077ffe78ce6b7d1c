import Cluster
import Library
import Media
import MediaWorkers
import Pictures
import Remote
import Transport

/// The server's metrics, in Prometheus' text format.
struct Metrics {
    /// Requests answered over HTTP.
    var requests = 0
    /// Sockets opened.
    var sockets = 0
    /// Sockets open now.
    var openSockets = 0
    /// Messages received from sockets.
    var messages = 0
    /// Pictures sent over sockets.
    var previews = 0
    /// Frames decoded for pictures.
    var decoded = 0
    /// Files indexed.
    var indexed = 0
    /// Packets read to index files.
    var scannedPackets = 0
    /// Folders listed, each time counted.
    var listedFolders = 0
    /// Stored indexes, found and missing.
    var indexes = IndexStore.Counts()
    /// Bytes of pictures in memory.
    var cacheBytes = 0
    /// Pictures on disk: found, missing, and their bytes.
    var stored = PreviewStore.Counts()
    /// Sounds that were decoded from start to end, and samples that were read.
    var sounds = Sounds()
    /// Pictures requested of decode workers and not yet delivered or cancelled.
    var orders = 0
    /// Decoders that are open, each at a position in a file.
    var decoders = 0
    /// The worker processes that were started, and how many failed.
    var workers = WorkerPool.Counts()
    /// What was fetched of media that lies elsewhere.
    var remote = RemoteMedia.Counts()
    /// Files that are quarantined because they ended too many workers.
    var quarantined = 0
    /// Clients that exceeded a rate limit.
    var floods = ServiceLoop.FloodCounts()
    /// Sockets that are not read from now, because of a rate limit.
    var heldSockets = 0
    /// Connections open now.
    var connections = 0
    /// Sockets that have a media open now.
    var sessions = 0
    /// Sessions that their clients may resume.
    var parked = 0
    /// Rooms, those that were left less than a minute ago included.
    var rooms = 0
    /// Members of all rooms.
    var members = 0
    /// Places of members that others were shown.
    var cursors = 0
    /// Moves of leaders that followers were taken along with, each counted.
    var guided = 0
    /// The connection to Redis, through which servers share rooms.
    var cluster = ClusterCounts()
    /// The limits of the gauges.
    var limits = Limits()
    /// The turns of the loop, in its thread's processor time.
    var turns = Histogram([
        0.0001, 0.00025, 0.0005, 0.001, 0.002, 0.003, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1,
    ])
    /// From a message to its answer.
    var answers = Histogram([0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1])
    /// From the request of a picture to the picture.
    var pictures = Histogram([0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10])
    /// From an order of samples to the samples.
    var soundReads = Histogram([0.001, 0.0025, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 1])
    /// From the request to scan a file to its index.
    var scans = Histogram([0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120])

    /// What has been done for sound.
    struct Sounds {
        /// Sounds that became known.
        var surveyed = 0
        /// Sounds that could not be decoded.
        var failed = 0
        /// Sounds that were given up, as nobody waited for them.
        var givenUp = 0
        /// Requests for samples, over HTTP and sockets, that were carried out.
        var read = 0
        /// Sounds that wait until all of them has been decoded.
        var waiting = 0
    }

    /// The limits of what grows with the number of clients.
    struct Limits {
        var connections = 0
        var sockets = 0
        var parked = 0
        var cacheBytes = 0
        var orders = 0
        var decoders = 0
        var rooms = 0
    }
}

extension Metrics {
    /// The samples of one name.
    private struct Family {
        let name: String
        let kind: String
        let help: String
        let samples: [(name: String, value: String)]

        /// A value that only grows.
        static func counter(_ name: String, _ help: String, _ value: Int) -> Family {
            Family(name: name, kind: "counter", help: help, samples: [(name, "\(value)")])
        }

        /// A current value.
        static func gauge(_ name: String, _ help: String, _ value: some Numeric) -> Family {
            Family(name: name, kind: "gauge", help: help, samples: [(name, "\(value)")])
        }

        /// A distribution of times.
        static func histogram(_ name: String, _ help: String, _ times: Histogram) -> Family {
            Family(name: name, kind: "histogram", help: help, samples: times.samples(of: name))
        }

        var text: String {
            "# HELP vernier_\(name) \(help)\n# TYPE vernier_\(name) \(kind)\n"
                + samples.map { "vernier_\($0.name) \($0.value)\n" }.joined()
        }
    }

    /// The text that a collector reads.
    var text: String { (counters + gauges + histograms).map(\.text).joined() }

    private var counters: [Family] {
        [
            .counter("requests_total", "HTTP requests received.", requests),
            .counter("sockets_total", "Sockets opened.", sockets),
            .counter("messages_total", "Messages received from sockets.", messages),
            .counter("holds_total", "Times that a socket was held back.", floods.holds),
            .counter("floods_total", "Sockets closed that sent too much for long.", floods.closed),
            .counter(
                "connections_refused_total",
                "Connections turned away of addresses that connect too often.",
                floods.turnedAway
            ),
            .counter("previews_total", "Pictures sent over sockets.", previews),
            .counter("frames_decoded_total", "Frames decoded for pictures.", decoded),
            .counter("media_indexed_total", "Files indexed.", indexed),
            .counter("packets_scanned_total", "Packets read to index files.", scannedPackets),
            .counter("folders_listed_total", "Folders listed, each time anew.", listedFolders),
            .counter("index_hits_total", "Stored indexes found.", indexes.hits),
            .counter("index_misses_total", "Stored indexes missing or stale.", indexes.misses),
            .counter("preview_hits_total", "Pictures found on disk.", stored.hits),
            .counter("preview_misses_total", "Pictures not found on disk.", stored.misses),
            .counter("sounds_known_total", "Sounds decoded as a whole, or found.", sounds.surveyed),
            .counter("sounds_failed_total", "Sounds that cannot be decoded.", sounds.failed),
            .counter("sounds_left_total", "Sounds that nobody waited for.", sounds.givenUp),
            .counter("sound_reads_total", "Times that samples were read.", sounds.read),
            .counter("cursors_total", "Places of members that others in the room saw.", cursors),
            .counter("guided_total", "Times that a follower was taken along.", guided),
            .counter("workers_started_total", "Processes started to read media.", workers.started),
            .counter("workers_lost_total", "Such processes that ended in mid-work.", workers.lost),
            .counter("workers_late_total", "Such processes that took too long.", workers.late),
        ] + remoteCounters + clusterCounters
    }

    private var clusterCounters: [Family] {
        [
            .counter("cluster_commands_total", "Commands sent to Redis.", cluster.commands),
            .counter("cluster_failures_total", "Such commands that failed.", cluster.failures),
            .counter("cluster_reconnects_total", "Times that Redis returned.", cluster.reconnects),
        ]
    }

    private var remoteCounters: [Family] {
        let fetches = remote.fetches
        return [
            .counter("remote_requests_total", "Requests for media elsewhere.", fetches.requests),
            .counter(
                "remote_bytes_total",
                "Bytes of media that came from elsewhere.",
                fetches.bytes
            ),
            .counter(
                "remote_scan_bytes_total",
                "Such bytes that indexes needed.",
                remote.scanned
            ),
            .counter("remote_retries_total", "Such requests that are sent again.", fetches.retries),
            .counter("remote_failures_total", "Such requests that have failed.", fetches.failures),
            .counter("remote_hits_total", "Reads of media elsewhere that need none.", remote.hits),
            .counter("remote_waits_total", "Reads of media elsewhere that wait.", remote.waits),
            .counter("fetchers_started_total", "Processes started for that.", fetches.started),
        ]
    }

    private var gauges: [Family] {
        [
            .gauge("sockets", "Sockets open now.", openSockets),
            .gauge("room_members", "Members of all rooms.", members),
            .gauge("cluster_connected", "Whether Redis is there.", cluster.isConnected ? 1 : 0),
            .gauge("cluster_nodes", "Servers that share Redis, with this one.", cluster.nodes),
            .gauge("cluster_nodes_draining", "Such servers that stop.", cluster.draining),
            .gauge("cluster_sockets", "Sockets of all such servers.", cluster.clients),
            .gauge("sockets_held", "Sockets held back now.", heldSockets),
            .gauge("sounds_waiting", "Sounds that are to be decoded as a whole.", sounds.waiting),
            .gauge("preview_store_bytes", "Bytes of pictures on disk.", stored.bytes),
            .gauge("media_quarantined", "Files left alone after ending workers.", quarantined),
            .gauge(
                "loop_turn_longest_seconds",
                "Processor time of the loop's longest turn.",
                turns.longest
            ),
        ]
            + bounded.flatMap { row in
                [
                    .gauge(row.name, row.help, row.value),
                    .gauge("\(row.name)_limit", "The bound of \(row.name).", row.limit),
                ]
            }
    }

    /// What grows with the number of clients, with its limits.
    private var bounded: [(name: String, help: String, value: Int, limit: Int)] {
        [
            ("connections", "Connections.", connections, limits.connections),
            ("sessions", "Sockets on a media.", sessions, limits.sockets),
            ("parked", "Sessions that wait for their clients.", parked, limits.parked),
            ("preview_memory_bytes", "Bytes of pictures in memory.", cacheBytes, limits.cacheBytes),
            ("picture_orders", "Pictures that decoders are asked for.", orders, limits.orders),
            ("rooms", "Rooms, and those that were left within a minute.", rooms, limits.rooms),
            ("decoders", "Decoders that stand in files.", decoders, limits.decoders),
        ]
    }

    private var histograms: [Family] {
        [
            .histogram("answer_seconds", "From a message to its answer.", answers),
            .histogram("picture_seconds", "From a picture's order to the picture.", pictures),
            .histogram("sound_seconds", "From an order of samples to the samples.", soundReads),
            .histogram("scan_seconds", "From a file's order to its index.", scans),
            .histogram(
                "loop_turn_seconds",
                "Processor time of the loop from one wait to the next.",
                turns
            ),
        ]
    }
}
