import Synchronization
package import System
import Timeline

/// How another process reads the content of a file that lies elsewhere: over a socket, by requests
/// of 16 bytes and answers whose head has as many.
///
/// A request is an offset and a count. An answer is what came, the fault where nothing did, and the
/// bytes. The first request, of no bytes, is answered by what the content is. What is expected has no
/// answer: places, each with a code that tells whether it is the last of them.
package enum RangeChannel {
    /// The most bytes that are read at once.
    package static let limit = 1 << 20

    fileprivate struct Head {
        var first: Int64
        var count: Int32 = 0
        var code: Int32 = 0
        /// The codes of places that are expected: one that others follow, the last, and the last of
        /// those that are sure.
        static let (expected, last, lastSure) = (Int32(1), Int32(2), Int32(3))

        static func received(over socket: borrowing ByteSocket) throws(SystemFailure) -> Head {
            var head = Head(first: 0)
            var failure: SystemFailure?
            withUnsafeMutableBytes(of: &head) { bytes in
                do throws(SystemFailure) {
                    try socket.receive(into: bytes)
                } catch { failure = error }
            }
            if let failure { throw failure }
            return head
        }

        func send(over socket: borrowing ByteSocket) throws(SystemFailure) {
            let bytes = bytes
            try socket.send(bytes, count: bytes.count)
        }

        var bytes: [UInt8] { withUnsafeBytes(of: self) { Array($0) } }

        /// The bytes of the file that are meant; `nil` where they cannot be.
        var place: Range<Int64>? {
            let (end, overflow) = first.addingReportingOverflow(Int64(count))
            return first >= 0 && count > 0 && !overflow ? first..<end : nil
        }
    }

    /// Answers the requests of another process, until it closes its end; blocks.
    ///
    /// - Parameters:
    ///   - socket: This end.
    ///   - identity: What the content is.
    ///   - expect: Is told what is read next, as ``RemoteContent/expect(_:isSure:)`` is.
    ///   - read: Reads bytes, as ``RemoteContent/read(at:into:)`` does.
    package static func serve(
        over socket: consuming ByteSocket,
        _ identity: FileIdentity,
        expect: ([Range<Int64>], Bool) -> Void,
        read: (Int64, UnsafeMutableRawBufferPointer) throws(RemoteFault) -> Int
    ) {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        var expected: [Range<Int64>] = []
        do throws(SystemFailure) {
            while true {
                let request = try Head.received(over: socket)
                let count = Int(request.count)
                guard request.code == 0 else {
                    guard let place = request.place, expected.count < PacketPlaces.mostRanges
                    else { return }
                    expected.append(place)
                    guard request.code != Head.expected else { continue }
                    expect(expected, request.code == Head.lastSure)
                    expected = []
                    continue
                }
                guard count > 0 else {
                    try send(identity, over: socket)
                    continue
                }
                guard count <= limit, request.first >= 0 else { return }
                if buffer.count < count { buffer = [UInt8](repeating: 0, count: count) }
                try answer(request, from: &buffer, over: socket, read)
            }
        } catch {
            // The other process has gone, so there is nobody to answer.
        }
    }

    private static func answer(
        _ request: Head,
        from buffer: inout [UInt8],
        over socket: borrowing ByteSocket,
        _ read: (Int64, UnsafeMutableRawBufferPointer) throws(RemoteFault) -> Int
    ) throws(SystemFailure) {
        let result = buffer.withUnsafeMutableBytes { bytes -> Result<Int, RemoteFault> in
            let space = UnsafeMutableRawBufferPointer(rebasing: bytes[..<Int(request.count)])
            do throws(RemoteFault) {
                return .success(try read(request.first, space))
            } catch {
                return .failure(error)
            }
        }
        switch result {
        case .success(let count):
            try Head(first: 0, count: Int32(count)).send(over: socket)
            try socket.send(buffer, count: count)
        case .failure(let fault):
            let (code, detail) = fault.numbers
            try Head(first: Int64(detail), count: -1, code: code).send(over: socket)
        }
    }

    private static func send(
        _ identity: FileIdentity,
        over socket: borrowing ByteSocket
    ) throws(SystemFailure) {
        let version = Int64(bitPattern: identity.entity)
        for number in [Int64(bitPattern: identity.inode), identity.size, version] {
            try Head(first: number).send(over: socket)
        }
    }
}

/// The content of a file that lies elsewhere, for a process without a network.
package final class RangeClient: RemoteContent {
    package let identity: FileIdentity
    private let socket: Mutex<ByteSocket>

    /// Takes over a socket that ``RangeChannel/serve(over:_:read:)`` answers on; blocks.
    package init(_ end: consuming OwnedDescriptor) throws(RemoteFault) {
        let socket = ByteSocket(end)
        do throws(SystemFailure) {
            try RangeChannel.Head(first: 0).send(over: socket)
            let inode = UInt64(bitPattern: try RangeChannel.Head.received(over: socket).first)
            let size = try RangeChannel.Head.received(over: socket).first
            let entity = UInt64(bitPattern: try RangeChannel.Head.received(over: socket).first)
            identity = FileIdentity(elsewhere: inode, size: size, entity: entity)
        } catch {
            throw .lost
        }
        self.socket = Mutex(socket)
    }

    package var isAwaited: Bool { false }

    package var awaitsFetch: Bool { false }

    package var fetched: Int64 { 0 }

    package var forScan: any RemoteContent { self }

    package func read(
        at offset: Int64,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(RemoteFault) -> Int {
        let count = min(buffer.count, RangeChannel.limit)
        guard count > 0 else { return 0 }
        let result = socket.withLock { socket -> Result<Int, RemoteFault> in
            do throws(SystemFailure) {
                try RangeChannel.Head(first: offset, count: Int32(count)).send(over: socket)
                let head = try RangeChannel.Head.received(over: socket)
                if head.count >= 0 {
                    guard head.count <= count else { throw SystemFailure(reason: "too many") }
                    let space = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(head.count)])
                    try socket.receive(into: space)
                    return .success(Int(head.count))
                }
                let detail = Int32(truncatingIfNeeded: head.first)
                return .failure(RemoteFault(code: head.code, detail: detail))
            } catch {
                return .failure(.lost)
            }
        }
        return try result.get()
    }

    package func expect(_ places: [Range<Int64>], isSure: Bool) {
        let places = places.prefix(PacketPlaces.mostRanges)
        let last = places.endIndex - 1
        let end = isSure ? RangeChannel.Head.lastSure : RangeChannel.Head.last
        let heads = places.enumerated().map { number, place in
            RangeChannel.Head(
                first: place.lowerBound,
                count: Int32(clamping: place.count),
                code: number == last ? end : RangeChannel.Head.expected
            )
        }
        let bytes = heads.flatMap(\.bytes)
        // Where the other process has gone, the next read meets that.
        socket.withLock { socket in try? socket.send(bytes, count: bytes.count) }
    }

    package func makeSocket() throws(SystemFailure) -> OwnedDescriptor {
        throw SystemFailure(reason: "a file cannot be handed on by who was handed it")
    }
}
