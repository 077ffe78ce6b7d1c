/// The jobs for one socket.
struct SocketOrders {
    /// The picture that is being decoded.
    var job: PictureJob?
    /// The glances that are being made.
    var glances: [Int: PictureJob] = [:]
    /// The GOPs that are decoded in advance.
    var prefetch = Prefetch()
}
