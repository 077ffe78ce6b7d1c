import CFFmpeg
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

    init(_ file: Descriptor) {
        target = Unmanaged.passRetained(Target(file))
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

    /// A file, and the first failure of writing to it.
    final class Target {
        let file: Descriptor
        var failure: SystemFailure?

        init(_ file: Descriptor) { self.file = file }

        func write(_ bytes: UnsafeRawBufferPointer) -> CInt {
            do throws(SystemFailure) {
                try file.write(bytes)
                return CInt(bytes.count)
            } catch {
                failure = failure ?? error
                return error.avError
            }
        }

        func seek(to target: Int64, whence: CInt) -> Int64 {
            guard let origin = SeekOrigin(rawValue: whence & ~AVSEEK_FORCE) else {
                return Int64(vn_error_invalid)
            }
            do throws(SystemFailure) {
                return try file.seek(to: target, from: origin)
            } catch {
                return Int64(error.avError)
            }
        }
    }
}

extension SystemFailure {
    /// The failure as FFmpeg has it.
    fileprivate var avError: CInt {
        guard let code else { return vn_error_io }
        return vn_error_from_errno(code)
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
        return Int64(vn_error_no_function)
    }
    return target.seek(to: offset, whence: whence)
}
