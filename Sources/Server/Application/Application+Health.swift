import Media

/// How the server is, for those that look after it.
extension Application {
    /// Whether new clients would be served.
    func readiness(at now: ContinuousClock.Instant) -> Readiness {
        for (worker, decoder) in decoders.enumerated() where decoder.openOrders == 0 {
            openOrders.rest(worker)
        }
        return Readiness(
            isStopping: stopper.isStopping,
            hasRoot: library.canBeRead,
            oldest: openOrders.oldest,
            at: now
        )
    }

    /// What the server has done, and how much it holds.
    var currentMetrics: Metrics {
        var metrics = self.metrics
        metrics.openSockets = sockets.count
        metrics.sessions = sockets.values.count { $0.session.scrub != nil }
        metrics.floods = loop.floods
        metrics.heldSockets = loop.heldSockets
        metrics.connections = loop.connections.count
        metrics.parked = parked.count
        metrics.cacheBytes = cache.bytes
        metrics.decoded = decoders.reduce(0) { $0 + $1.framesDecoded }
        metrics.scannedPackets = indexer.scannedPackets
        metrics.indexes = indexer.storeCounts
        metrics.stored = previews.counts
        metrics.orders = decoders.map(\.openOrders).reduce(0, +)
        metrics.decoders = decoders.map(\.standing).reduce(0, +)
        metrics.workers = settings.workers.counts
        metrics.quarantined = settings.workers.quarantine.count
        metrics.limits = limits
        return metrics
    }

    private var limits: Metrics.Limits {
        Metrics.Limits(
            connections: loop.capacity,
            parked: ParkedSessions.limit,
            cacheBytes: settings.previewMemory,
            // A client waits for one picture, and each place around its hand is prepared once.
            orders: loop.capacity * (1 + Preparations.Place.allCases.count) + decoders.count,
            decoders: decoders.count * Workbench.limit
        )
    }
}
