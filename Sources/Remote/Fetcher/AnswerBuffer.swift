/// What has come of transfers and was not told yet.
///
/// libcurl hands bytes over in pieces of 16 KiB, of which each would take a message. One buffer for
/// all transfers is large enough once, where each of theirs would have to grow.
final class AnswerBuffer {
    /// The transfer that the bytes are of.
    private var order: UInt64 = 0
    private var bytes: [UInt8] = []
    /// Tells an answer; after an ``FetchAnswer/bytes(_:_:)`` it keeps nothing of it.
    let tell: (FetchAnswer) -> Void

    /// Bytes that are told at once, about.
    static let piece = 256 << 10

    init(tell: @escaping (FetchAnswer) -> Void) { self.tell = tell }

    /// Takes bytes of a transfer, and tells what there is where that is much, or another's.
    func add(_ more: UnsafeRawBufferPointer, of order: UInt64) {
        if order != self.order { tellBytes() }
        self.order = order
        bytes += more
        if bytes.count >= Self.piece { tellBytes() }
    }

    /// Tells all bytes that are there.
    func tellBytes() {
        guard !bytes.isEmpty else { return }
        tell(.bytes(order, bytes[...]))
        bytes.removeAll(keepingCapacity: true)
    }
}
