import Media

extension Metrics {
    /// What is told under one name.
    private struct Family {
        let name: String
        let kind: String
        let help: String
        let samples: [(name: String, value: String)]

        /// A number that only grows.
        static func counter(_ name: String, _ help: String, _ value: Int) -> Family {
            Family(name: name, kind: "counter", help: help, samples: [(name, "\(value)")])
        }

        /// A number of this moment.
        static func gauge(_ name: String, _ help: String, _ value: Int) -> Family {
            Family(name: name, kind: "gauge", help: help, samples: [(name, "\(value)")])
        }

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
            .counter("index_hits_total", "Stored indexes found.", indexes.hits),
            .counter("index_misses_total", "Stored indexes missing or stale.", indexes.misses),
            .counter("preview_hits_total", "Pictures found on disk.", stored.hits),
            .counter("preview_misses_total", "Pictures not found on disk.", stored.misses),
            .counter("workers_started_total", "Processes started to read media.", workers.started),
            .counter("workers_lost_total", "Such processes that ended in mid-work.", workers.lost),
            .counter("workers_late_total", "Such processes that took too long.", workers.late),
        ]
    }

    private var gauges: [Family] {
        [
            .gauge("sockets", "Sockets open now.", openSockets),
            .gauge("sockets_held", "Sockets held back now.", heldSockets),
            .gauge("preview_store_bytes", "Bytes of pictures on disk.", stored.bytes),
            .gauge("media_quarantined", "Files left alone after ending workers.", quarantined),
        ]
            + bounded.flatMap { row in
                [
                    .gauge(row.name, row.help, row.value),
                    .gauge("\(row.name)_limit", "The bound of \(row.name).", row.limit),
                ]
            }
    }

    /// What grows with the clients.
    private var bounded: [(name: String, help: String, value: Int, limit: Int)] {
        [
            ("connections", "Connections.", connections, limits.connections),
            ("sessions", "Sockets on a media.", sessions, limits.connections),
            ("parked", "Sessions that wait for their clients.", parked, limits.parked),
            ("preview_memory_bytes", "Bytes of pictures in memory.", cacheBytes, limits.cacheBytes),
            ("picture_orders", "Pictures that decoders are asked for.", orders, limits.orders),
            ("decoders", "Decoders that stand in files.", decoders, limits.decoders),
        ]
    }

    private var histograms: [Family] {
        [
            .histogram("answer_seconds", "From a message to its answer.", answers),
            .histogram("picture_seconds", "From a picture's order to the picture.", pictures),
            .histogram("scan_seconds", "From a file's order to its index.", scans),
        ]
    }
}
