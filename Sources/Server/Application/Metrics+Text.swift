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

        /// A number of this moment, and what it is at most.
        static func gauge(
            _ name: String,
            _ help: String,
            _ value: Int,
            limit: Int
        ) -> [Family] {
            [gauge(name, help, value), gauge("\(name)_limit", "The bound of \(name).", limit)]
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
            .counter("previews_total", "Pictures sent over sockets.", previews),
            .counter("frames_decoded_total", "Frames decoded for pictures.", decoded),
            .counter("media_indexed_total", "Files indexed.", indexed),
            .counter("packets_scanned_total", "Packets read to index files.", scannedPackets),
            .counter("index_hits_total", "Stored indexes found.", indexes.hits),
            .counter("index_misses_total", "Stored indexes missing or stale.", indexes.misses),
            .counter("preview_hits_total", "Pictures found on disk.", stored.hits),
            .counter("preview_misses_total", "Pictures not found on disk.", stored.misses),
        ]
    }

    private var gauges: [Family] {
        let connectionLimit = limits.connections
        return [
            [.gauge("sockets", "Sockets open now.", openSockets)],
            Family.gauge("connections", "Connections.", connections, limit: connectionLimit),
            Family.gauge("sessions", "Sockets on a media.", sessions, limit: connectionLimit),
            Family.gauge(
                "parked",
                "Sessions without a socket, whose clients may come back.",
                parked,
                limit: limits.parked
            ),
            Family.gauge(
                "preview_memory_bytes",
                "Bytes of pictures in memory.",
                cacheBytes,
                limit: limits.cacheBytes
            ),
            [.gauge("preview_store_bytes", "Bytes of pictures on disk.", stored.bytes)],
            Family.gauge(
                "picture_orders",
                "Pictures that decoders are asked for.",
                orders,
                limit: limits.orders
            ),
            Family.gauge(
                "decoders",
                "Decoders that stand in files.",
                decoders,
                limit: limits.decoders
            ),
        ].flatMap(\.self)
    }

    private var histograms: [Family] {
        [
            .histogram("answer_seconds", "From a message to its answer.", answers),
            .histogram("picture_seconds", "From a picture's order to the picture.", pictures),
            .histogram("scan_seconds", "From a file's order to its index.", scans),
        ]
    }
}
