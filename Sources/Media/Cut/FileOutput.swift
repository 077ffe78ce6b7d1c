import CFFmpeg
import Glibc
import System

/// The `AVIOContext` through which libavformat writes a file.
///
/// Owns the `AVIOContext` and its buffer, and borrows the descriptor.
struct FileOutput: ~Copyable {
    let context: UnsafeMutablePointer<AVIOContext>
    /// The callbacks' `opaque` argument; retained until `deinit`.
    private let target: Unmanaged<Target>

    /// Packets are written in small pieces, and a system call for each would cost more than
    /// copying.
    private static let bufferSize = 1 << 20

    init(_ descriptor: CInt) {
        target = Unmanaged.passRetained(Target(descriptor))
        let buffer = av_malloc(Self.bufferSize)
        context = vn_output(buffer, CInt(Self.bufferSize), target.toOpaque(), writePacket, seek)
        // Muxers flush after each packet, however small.
        context.pointee.min_packet_size = CInt(Self.bufferSize / 2)
    }

    deinit {
        av_freep(&context.pointee.buffer)
        var context = Optional(self.context)
        avio_context_free(&context)
        target.release()
    }

    /// The first failure of writing, if any.
    var failure: SystemFailure? { target.takeUnretainedValue().failure }

    /// A descriptor, and its first failure.
    final class Target {
        let descriptor: CInt
        var failure: SystemFailure?

        init(_ descriptor: CInt) { self.descriptor = descriptor }

        func write(_ bytes: UnsafeRawBufferPointer) -> CInt {
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = UnsafeRawBufferPointer(rebasing: rest)
                let count = Glibc.write(descriptor, piece.baseAddress, piece.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return fail() }
                rest = rest.dropFirst(count)
            }
            return CInt(bytes.count)
        }

        func seek(to target: Int64, whence: CInt) -> Int64 {
            let offset = lseek(descriptor, off_t(target), whence & ~AVSEEK_FORCE)
            return offset < 0 ? Int64(vn_error_from_errno(errno)) : Int64(offset)
        }

        private func fail() -> CInt {
            let code = vn_error_from_errno(errno)
            failure = failure ?? SystemFailure()
            return code
        }
    }
}

private func writePacket(
    opaque: UnsafeMutableRawPointer?,
    buffer: UnsafePointer<UInt8>?,
    count: CInt
) -> CInt {
    let target = Unmanaged<FileOutput.Target>.fromOpaque(opaque!).takeUnretainedValue()
    return target.write(UnsafeRawBufferPointer(start: buffer, count: Int(count)))
}

private func seek(opaque: UnsafeMutableRawPointer?, offset: Int64, whence: CInt) -> Int64 {
    let target = Unmanaged<FileOutput.Target>.fromOpaque(opaque!).takeUnretainedValue()
    guard whence & ~AVSEEK_FORCE != AVSEEK_SIZE else {
        return Int64(vn_error_from_errno(ENOSYS))
    }
    return target.seek(to: offset, whence: whence)
}
