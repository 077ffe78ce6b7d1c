#if hasFeature(Embedded)
    /// Places on the track, in memory that the browser keeps for the model, which allocates none.
    public struct Places: Equatable, Sendable {
        private nonisolated(unsafe) let start: UnsafePointer<Double>?

        /// How many there are.
        public let count: Int

        /// Takes the places in `memory`, which must stay as it is.
        public init(_ memory: UnsafeBufferPointer<Double>) {
            (start, count) = (UnsafePointer(memory.baseAddress), memory.count)
        }

        /// Place `number`.
        public subscript(number: Int) -> Double { start![number] }
    }
#else
    /// Places on the track.
    public typealias Places = [Double]
#endif
