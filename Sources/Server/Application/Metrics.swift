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

    /// The text that a collector reads.
    var text: String {
        let rows: [(name: String, kind: String, help: String, value: Int)] = [
            ("requests_total", "counter", "HTTP requests received.", requests),
            ("sockets_total", "counter", "Sockets opened.", sockets),
            ("sockets", "gauge", "Sockets open now.", openSockets),
            ("messages_total", "counter", "Messages received from sockets.", messages),
            ("previews_total", "counter", "Pictures sent over sockets.", previews),
            ("frames_decoded_total", "counter", "Frames decoded for pictures.", decoded),
            ("media_indexed_total", "counter", "Files indexed.", indexed),
            ("packets_scanned_total", "counter", "Packets read to index files.", scannedPackets),
            ("index_hits_total", "counter", "Stored indexes found.", indexes.hits),
            ("index_misses_total", "counter", "Stored indexes missing or stale.", indexes.misses),
            ("preview_memory_bytes", "gauge", "Bytes of pictures in memory.", cacheBytes),
            ("preview_hits_total", "counter", "Pictures found on disk.", stored.hits),
            ("preview_misses_total", "counter", "Pictures not found on disk.", stored.misses),
            ("preview_store_bytes", "gauge", "Bytes of pictures on disk.", stored.bytes),
            ("picture_orders", "gauge", "Pictures that decoders are asked for.", orders),
            ("decoders", "gauge", "Decoders that stand in files.", decoders),
        ]
        return rows.map { row in
            """
            # HELP vernier_\(row.name) \(row.help)
            # TYPE vernier_\(row.name) \(row.kind)
            vernier_\(row.name) \(row.value)

            """
        }.joined()
    }
}
