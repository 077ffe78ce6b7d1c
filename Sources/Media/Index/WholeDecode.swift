public import Timeline

/// A file that is decoded from its first packet to its last, as nothing else tells the order in which
/// its frames are shown.
public struct WholeDecode: Hashable, Sendable {
    /// Why its timestamps do not tell.
    public let fault: DisplayOrder.Fault
    /// How much has been decoded, in 0…1.
    public let progress: Double

    /// Creates a report; `progress` is in 0…1.
    public init(_ fault: DisplayOrder.Fault, progress: Double) {
        (self.fault, self.progress) = (fault, progress)
    }
}
