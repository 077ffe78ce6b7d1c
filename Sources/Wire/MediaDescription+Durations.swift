extension MediaDescription {
    /// Where a media's duration comes from.
    public struct Durations: Codable, Equatable, Sendable {
        /// A way to know it.
        public enum Source: String, Codable, Sendable {
            /// What the container claims.
            case container

            /// The frames that were found.
            case scan

            /// A guess from the bit rate.
            case estimate
        }

        /// Seconds that the container claims; `null` when it does not say.
        @Nullable public var container: Double?

        /// Seconds guessed from the bit rate; `null` when there was no need to.
        @Nullable public var estimate: Double?

        /// Seconds that have been scanned: all of them once the index is complete.
        public var scan: Double

        /// Which of them is the media's `duration`.
        public var used: Source

        /// Creates a comparison.
        public init(container: Double?, estimate: Double?, scan: Double, used: Source) {
            _container = Nullable(wrappedValue: container)
            _estimate = Nullable(wrappedValue: estimate)
            (self.scan, self.used) = (scan, used)
        }

        /// The seconds from the source that is used.
        public var seconds: Double {
            switch used {
            case .container: container ?? scan
            case .estimate: estimate ?? scan
            case .scan: scan
            }
        }
    }
}
