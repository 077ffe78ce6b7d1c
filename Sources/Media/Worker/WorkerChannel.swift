package import System
import Timeline

/// One end of the socket pair between the server and a worker.
///
/// A message is its length in four bytes, little-endian, and its bytes; a descriptor may be
/// attached. Belongs to one thread at a time.
package struct WorkerChannel: ~Copyable {
    /// Why the channel cannot be used any more.
    package enum Failure: Error {
        /// The other side has closed its end.
        case gone
        /// The deadline has passed.
        case late
        /// What was received is not a valid message.
        case malformed
    }

    /// A message, and the descriptor that came with it, which is closed with the message unless
    /// somebody takes it over.
    package struct Message: ~Copyable {
        package let bytes: [UInt8]
        private(set) var descriptor: Descriptor?

        fileprivate init(_ bytes: [UInt8], with descriptor: Descriptor?) {
            (self.bytes, self.descriptor) = (bytes, descriptor)
        }

        deinit { descriptor?.close() }

        /// Hands the descriptor over to the caller, who closes it; `nil` where none came.
        mutating func takeDescriptor() -> Descriptor? { descriptor.take() }
    }

    private let owned: OwnedDescriptor
    /// Bytes of a message at most: a picture of 8192 × 8192 in the best quality is smaller, and so
    /// is the index of a week.
    package static let limit = 256 << 20

    /// Takes over one end of a pair of sockets.
    package init(_ end: consuming OwnedDescriptor) {
        owned = end
        // Otherwise a deadline could pass unnoticed, which is better than no worker.
        try? owned.descriptor.becomeUnblocked()
    }

    private var descriptor: Descriptor { owned.descriptor }

    /// Whether the other side is connected and has sent nothing; false if there are unread bytes.
    package var isOpen: Bool { descriptor.waitingInput == .none }

    /// Whether receiving would not block: there are bytes, or the other side has closed its end.
    var isReady: Bool { isReady(by: .now) }

    /// Whether it would not block at a time, which is waited for until then.
    package func isReady(by deadline: SuspendingClock.Instant) -> Bool {
        let rest = max(.zero, SuspendingClock.now.duration(to: deadline))
        return descriptor.wait(until: .readable, atMost: rest)
    }

    /// What can be waited on for messages, together with others; stays owned by this value.
    package var readable: Descriptor { descriptor }

    /// Sends a message.
    ///
    /// - Parameters:
    ///   - bytes: The message.
    ///   - rest: More of it, which is not copied.
    ///   - file: A descriptor to attach, of which the other side gets a duplicate.
    ///   - deadline: When to give up; `nil` is never.
    /// - Throws: ``Failure``, after which the channel must not be used; `malformed` for a message
    ///   that is longer than ``limit``.
    package func send(
        _ bytes: [UInt8],
        then rest: ArraySlice<UInt8> = [],
        with file: Descriptor? = nil,
        by deadline: SuspendingClock.Instant? = nil
    ) throws(Failure) {
        let count = bytes.count + rest.count
        guard count <= Self.limit else { throw .malformed }
        try send((UInt32(count).littleEndianBytes + bytes)[...], with: file, by: deadline)
        try send(rest, with: nil, by: deadline)
    }

    private func send(
        _ part: ArraySlice<UInt8>,
        with file: Descriptor?,
        by deadline: SuspendingClock.Instant?
    ) throws(Failure) {
        var (left, file) = (part, file)
        while !left.isEmpty {
            do throws(SystemFailure) {
                left = left.dropFirst(try descriptor.send(left, with: file))
                file = nil
            } catch {
                try wait(for: .writable, after: error, until: deadline)
            }
        }
    }

    /// Waits for a message.
    package func receive(by deadline: SuspendingClock.Instant? = nil) throws(Failure) -> Message {
        var file: Descriptor?
        do throws(Failure) {
            let head = try take(4, &file, until: deadline)
            let count = Int(UInt32(littleEndianBytes: head[...]))
            guard count <= Self.limit else { throw .malformed }
            let bytes = try take(count, &file, until: deadline)
            return Message(bytes, with: file)
        } catch {
            file?.close()
            throw error
        }
    }

    /// Receives `count` bytes.
    ///
    /// The length that the other side announces is not trusted: it takes addresses alone, and memory
    /// only where bytes have come.
    private func take(
        _ count: Int,
        _ file: inout Descriptor?,
        until deadline: SuspendingClock.Instant?
    ) throws(Failure) -> [UInt8] {
        var bytes = [UInt8](unsafeUninitializedCapacity: count) { $1 = count }
        try fill(&bytes, &file, until: deadline)
        return bytes
    }

    private func fill(
        _ bytes: inout [UInt8],
        _ file: inout Descriptor?,
        until deadline: SuspendingClock.Instant?
    ) throws(Failure) {
        var taken = 0
        while taken < bytes.count {
            let (got, came): (Int, Descriptor?)
            do throws(SystemFailure) {
                (got, came) = try descriptor.receive(into: &bytes, from: taken)
            } catch {
                try wait(for: .readable, after: error, until: deadline)
                continue
            }
            if let came {
                file?.close()
                file = came
            }
            guard got > 0 else { throw .gone }
            taken += got
        }
    }

    /// Waits until the socket is ready, if the last call failed only because it was not.
    private func wait(
        for readiness: Descriptor.Readiness,
        after failure: SystemFailure,
        until deadline: SuspendingClock.Instant?
    ) throws(Failure) {
        guard failure.kind == .notNow else { throw .gone }
        let rest = deadline.map { max(.zero, SuspendingClock.now.duration(to: $0)) }
        guard rest != .zero else { throw .late }
        descriptor.wait(until: readiness, atMost: rest)
    }
}
