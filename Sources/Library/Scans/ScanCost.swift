/// What a scan has cost and found, by which the next one of a growing file is put off.
package struct ScanCost: Hashable, Sendable {
    /// The processor time of its worker.
    package let time: Duration
    /// Packets that were not known before.
    package let newPackets: Int
    /// Packets that it has read though they were known; `nil` where it began at the first byte.
    package let packetsReadAgain: Int?

    /// Nothing: the index was stored.
    package static let none = ScanCost()

    /// Describes a scan.
    package init(time: Duration = .zero, newPackets: Int = 0, packetsReadAgain: Int? = nil) {
        self.time = time
        (self.newPackets, self.packetsReadAgain) = (newPackets, packetsReadAgain)
    }
}
