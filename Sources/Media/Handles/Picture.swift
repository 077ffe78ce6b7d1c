import CFFmpeg
import Timeline

/// A decoded frame, as the decoder gave it.
///
/// A reusable buffer that owns its `AVFrame`. Its pixels are valid until the next frame is
/// received into it.
public struct Picture: ~Copyable {
    let pointer: UnsafeMutablePointer<AVFrame>

    init() { pointer = av_frame_alloc()! }

    deinit {
        var pointer = Optional(self.pointer)
        av_frame_free(&pointer)
    }

    /// The ordinal of the packet that carried the frame.
    var ordinal: Int { Int(vn_ordinal(pointer)) }
    /// Columns of pixels.
    package var width: Int { Int(pointer.pointee.width) }
    /// Rows of pixels.
    package var height: Int { Int(pointer.pointee.height) }
    /// Whether the decoder made up pixels for damaged data, here or in what the frame refers to.
    var isConcealed: Bool {
        pointer.pointee.decode_error_flags != 0
            || pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
    }

    /// How the frame was coded.
    var type: PictureType {
        switch pointer.pointee.pict_type {
        case AV_PICTURE_TYPE_I, AV_PICTURE_TYPE_SI: .intra
        case AV_PICTURE_TYPE_P, AV_PICTURE_TYPE_SP, AV_PICTURE_TYPE_S: .predicted
        case AV_PICTURE_TYPE_B, AV_PICTURE_TYPE_BI: .bipredicted
        default: .unknown
        }
    }

    /// Notes that the frame refers to damage, which decoders do not say.
    func markAsConcealed() { pointer.pointee.flags |= AV_FRAME_FLAG_CORRUPT }

    /// Takes over what `other` holds, which is empty afterwards.
    func take(from other: borrowing Picture) {
        av_frame_unref(pointer)
        av_frame_move_ref(pointer, other.pointer)
    }
}

extension Picture {
    /// The brightness along one row of an 8-bit planar picture, for reading test patterns.
    package func luma(row: Int) -> [UInt8] {
        let start = pointer.pointee.data.0! + row * Int(pointer.pointee.linesize.0)
        return Array(UnsafeBufferPointer(start: start, count: width))
    }
}
