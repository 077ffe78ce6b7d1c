/// The jobs for one socket.
struct SocketOrders {
    /// The picture that is being decoded.
    var job: PictureJob?
    /// The glances that are being made, by their times in ticks.
    var glances: [Int64: PictureJob] = [:]
    /// The GOPs that are decoded in advance.
    var prefetch = Prefetch()
}
