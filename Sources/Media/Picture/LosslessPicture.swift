public import Timeline

/// How the pixels of a decoded frame are handed over without a loss.
public enum LosslessFormat: String, CaseIterable, Hashable, Sendable {
    /// The planes as they were decoded.
    case decoded
    /// Red, green and blue of 8 bits.
    case rgb24
    /// Red, green and blue of 16 bits, little-endian.
    case rgb48le
    /// Lightness of 8 bits.
    case gray
    /// A PNG file, of 16 bits where the frame has more than 8; upright, with square pixels.
    case png

    /// The pixel formats that a client may ask for by name.
    public static let conversions: [LosslessFormat] = [.rgb24, .rgb48le, .gray]
}

/// A decoded frame without a loss: its pixels, and all that is needed to show them.
public struct LosslessPicture: Hashable, Sendable {
    /// The planes one after the other, without padding; or the PNG file.
    public let bytes: ArraySlice<UInt8>
    /// How the pixels lie in the bytes.
    public let shape: PixelShape
    /// What the values mean.
    public let colours: PixelColours
    /// Whether the decoder concealed errors.
    public let isConcealed: Bool
    /// How the frame was coded.
    public let type: PictureType
}

/// How the pixels of a picture lie in memory.
public struct PixelShape: Hashable, Sendable {
    /// A plane's place, in bytes, and its size, in samples.
    public struct Plane: Hashable, Sendable {
        /// Where it begins, and how far its rows are apart.
        public let offset, stride: Int
        /// Samples in a row, and rows.
        public let width, height: Int
    }

    /// FFmpeg's name of the pixel format.
    public let format: String
    /// The size, as stored: not turned, and not stretched.
    public let size: PixelSize
    /// The planes, in the order of the format; none of a PNG file.
    public let planes: [Plane]

    /// Bytes of all planes together.
    public var bytes: Int { planes.last.map { $0.offset + $0.stride * $0.height } ?? 0 }
}

/// What the values of pixels mean, by FFmpeg's names, of which each is `unknown` where the file does
/// not say.
public struct PixelColours: Hashable, Sendable {
    /// The range of values, the matrix, the primaries, and the transfer function.
    public let range, space, primaries, transfer: String
    /// Where chroma lies.
    public let chromaLocation: String
    /// Which field is first; `nil` for a progressive frame.
    public let isTopFieldFirst: Bool?
}

extension LosslessPicture {
    /// Whether there can be such a picture: it is as a worker may answer for `format`.
    package func isPlausible(as format: LosslessFormat) -> Bool {
        guard shape.size.width > 0, shape.size.height > 0, !bytes.isEmpty, colours.areNames,
            shape.format.isName
        else { return false }
        switch format {
        case .png: return shape.planes.isEmpty
        case .decoded: return shape.isPacked && shape.bytes == bytes.count
        case .rgb24, .rgb48le, .gray:
            return shape.isPacked && shape.bytes == bytes.count && shape.format == format.rawValue
        }
    }
}

extension PixelShape {
    /// The most planes that a pixel format has.
    static let mostPlanes = 4
    /// The largest side, beyond any that is decoded, so that no product overflows.
    static let mostSamples = 1 << 20

    /// Whether the planes are such, and follow each other without a gap.
    fileprivate var isPacked: Bool {
        var end = 0
        return (1...Self.mostPlanes).contains(planes.count)
            && planes.allSatisfy { plane in
                let isNext = plane.offset == end
                let numbers = [plane.stride, plane.width, plane.height]
                guard isNext, numbers.allSatisfy((1...Self.mostSamples * 16).contains) else {
                    return false
                }
                end += plane.stride * plane.height
                return end <= WorkerChannel.limit
            }
    }
}

extension PixelColours {
    fileprivate var areNames: Bool {
        [range, space, primaries, transfer, chromaLocation].allSatisfy(\.isName)
    }
}

extension String {
    /// Whether it may be one of FFmpeg's names, which become parts of a header.
    fileprivate var isName: Bool {
        (1...32).contains(utf8.count)
            && utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
                    || byte == 0x2D
            }
    }
}
