import Media

/// What the server has done, in Prometheus' text form.
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
    /// Stored indexes, found and missing.
    var indexes = IndexStore.Counts()
    /// Bytes of pictures in memory.
    var cacheBytes = 0
    /// Pictures on disk, found and missing, and the room they take.
    var stored = PreviewStore.Counts()
    /// Pictures ordered of decoders and not yet delivered or given up.
    var orders = 0
    /// Decoders that stand in files.
    var decoders = 0
    /// What has become of the processes that read media.
    var workers = WorkerPool.Counts()
    /// Files that are left alone because they ended too many of them.
    var quarantined = 0
    /// Clients that have sent more than their share.
    var floods = ServiceLoop.FloodCounts()
    /// Sockets that nothing is read from now.
    var heldSockets = 0
    /// Connections open now.
    var connections = 0
    /// Sockets that are on a media now.
    var sessions = 0
    /// Sessions whose clients may come back.
    var parked = 0
    /// What the server takes at most of each.
    var limits = Limits()
    /// From a message to its answer.
    var answers = Histogram([0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1])
    /// From a picture's order to the picture.
    var pictures = Histogram([0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10])
    /// From the order to scan a file to its index.
    var scans = Histogram([0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120])

    /// The bounds of what grows with the clients.
    struct Limits {
        var connections = 0
        var parked = 0
        var cacheBytes = 0
        var orders = 0
        var decoders = 0
    }
}
