import CWebSockets

/// The buffer through which everything leaves, with the room in front that libwebsockets needs.
///
/// One is enough for all clients: libwebsockets copies what the kernel does not take at once.
struct Outbox: ~Copyable {
    /// Bytes of an answer that go out at a time.
    static let pieceSize = 64 * 1024

    private var memory: UnsafeMutableRawBufferPointer

    init() { memory = .allocate(byteCount: vn_lws_pre + Self.pieceSize, alignment: 16) }

    deinit { memory.deallocate() }

    /// The place for one piece of an answer.
    var piece: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(rebasing: memory[vn_lws_pre..<vn_lws_pre + Self.pieceSize])
    }

    /// Puts `bytes` where ``send(_:as:to:)`` takes them from.
    mutating func load(_ bytes: [UInt8]) {
        if vn_lws_pre + bytes.count > memory.count {
            memory.deallocate()
            memory = .allocate(byteCount: vn_lws_pre + bytes.count, alignment: 16)
        }
        UnsafeMutableRawBufferPointer(rebasing: memory[vn_lws_pre...]).copyBytes(from: bytes)
    }

    /// Sends the first `count` bytes, and returns whether the connection took them.
    func send(_ count: Int, as kind: lws_write_protocol, to wsi: OpaquePointer) -> Bool {
        let start = memory.baseAddress! + vn_lws_pre
        return lws_write(wsi, start.assumingMemoryBound(to: UInt8.self), count, kind) >= count
    }
}
