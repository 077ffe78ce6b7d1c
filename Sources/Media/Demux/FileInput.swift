import CFFmpeg
import System

/// The `AVIOContext` through which libavformat reads an open file.
///
/// FFmpeg opens no file itself, so a media file cannot make it open another. Owns the `AVIOContext`
/// and its buffer.
struct FileInput: ~Copyable {
    let context: UnsafeMutablePointer<AVIOContext>
    /// The callbacks' `opaque` argument; retained until `deinit`.
    private let cursor: Unmanaged<Cursor>

    /// Bytes per read: large enough that the cost of system calls does not matter.
    private static let bufferSize = 65_536

    /// Reads a file, but for padding in it, and presents zeros instead of what is in `blank`.
    init(_ file: OpenFile, padding: PaddingElement? = nil, blank: [Range<Int64>] = []) {
        cursor = Unmanaged.passRetained(Cursor(file, padding, blank))
        context = avio_alloc_context(
            av_malloc(Self.bufferSize),
            CInt(Self.bufferSize),
            0,
            cursor.toOpaque(),
            readPacket,
            nil,
            seek
        )
    }

    deinit {
        // libavformat may have replaced the buffer.
        av_freep(&context.pointee.buffer)
        var context = Optional(self.context)
        avio_context_free(&context)
        cursor.release()
    }

    /// A file, what is left out of it, and the offset of the next read.
    final class Cursor {
        let file: OpenFile
        let padding: PaddingElement?
        let blank: [Range<Int64>]
        var offset: Int64 = 0

        init(_ file: OpenFile, _ padding: PaddingElement?, _ blank: [Range<Int64>]) {
            (self.file, self.padding, self.blank) = (file, padding, blank)
        }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> CInt {
            let count = bytes(into: buffer)
            guard count > 0 else { return count == 0 ? vn_error_eof : vn_error_io }
            offset += Int64(count)
            return CInt(count)
        }

        /// Reads up to the padding, within it, or after it.
        private func bytes(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            if let blank = blank.first(where: { offset < $0.upperBound }) {
                return bytes(into: buffer, around: blank)
            }
            guard let padding, offset < padding.range.upperBound else {
                return file.read(at: offset, into: buffer)
            }
            guard offset < padding.range.lowerBound else {
                return padding.read(at: offset, into: buffer)
            }
            let most = min(buffer.count, Int(padding.range.lowerBound - offset))
            return file.read(at: offset, into: .init(rebasing: buffer[..<most]))
        }

        /// Reads up to what is not to be read, or presents zeros instead.
        private func bytes(
            into buffer: UnsafeMutableRawBufferPointer,
            around blank: Range<Int64>
        ) -> Int {
            let end = offset < blank.lowerBound ? blank.lowerBound : blank.upperBound
            let most = min(buffer.count, Int(end - offset))
            let space = UnsafeMutableRawBufferPointer(rebasing: buffer[..<most])
            guard blank.contains(offset) else { return file.read(at: offset, into: space) }
            space.initializeMemory(as: UInt8.self, repeating: 0)
            return most
        }

        func seek(to target: Int64, whence: CInt) -> Int64 {
            let whence = whence & ~AVSEEK_FORCE
            if whence == AVSEEK_SIZE { return file.size }
            return switch SeekOrigin(rawValue: whence) {
            case .start: move(to: target, from: 0)
            case .current: move(to: target, from: offset)
            case .end: move(to: target, from: file.size)
            case nil: Int64(vn_error_invalid)
            }
        }

        /// Moves to a place that a header of the file may name, which need not be in the file.
        private func move(to target: Int64, from start: Int64) -> Int64 {
            let (place, overflow) = start.addingReportingOverflow(target)
            guard !overflow, place >= 0 else { return Int64(vn_error_invalid) }
            offset = place
            return place
        }
    }
}

private func readPacket(
    opaque: UnsafeMutableRawPointer?,
    buffer: UnsafeMutablePointer<UInt8>?,
    count: CInt
) -> CInt {
    let cursor = Unmanaged<FileInput.Cursor>.fromOpaque(opaque!).takeUnretainedValue()
    return cursor.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(count)))
}

private func seek(opaque: UnsafeMutableRawPointer?, offset: Int64, whence: CInt) -> Int64 {
    let cursor = Unmanaged<FileInput.Cursor>.fromOpaque(opaque!).takeUnretainedValue()
    return cursor.seek(to: offset, whence: whence)
}
