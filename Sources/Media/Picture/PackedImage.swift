/// Columns and rows of pixels.
public struct PixelSize: Hashable, Sendable {
    /// Columns.
    public let width: Int
    /// Rows.
    public let height: Int

    /// Creates a size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Width and height exchanged.
    var transposed: PixelSize { PixelSize(width: height, height: width) }
}

/// An image of packed 32-bit pixels: red, green, blue and an unused byte.
struct PackedImage {
    static let bytesPerPixel = 4

    let size: PixelSize
    private(set) var pixels: [UInt32]

    init(size: PixelSize) {
        self.size = size
        // swscale writes whole vectors, so the buffer has space for one more at its end.
        pixels = Array(repeating: 0, count: size.width * size.height + 16)
    }

    /// Lends the pixels as bytes, for C to write or read.
    mutating func withBytes<Result, Failure>(
        _ body: (UnsafeMutablePointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try pixels.withUnsafeMutableBufferPointer { pixels throws(Failure) in
            let bytes = UnsafeMutableRawPointer(pixels.baseAddress!)
            return try body(bytes.assumingMemoryBound(to: UInt8.self))
        }
    }

    /// Sets each pixel, row by row.
    mutating func fill(_ pixel: (_ number: Int) -> UInt32) {
        for number in 0..<size.width * size.height { pixels[number] = pixel(number) }
    }

    /// Replaces some of the pixels.
    mutating func replace(_ range: Range<Int>, by others: ArraySlice<UInt32>) {
        pixels.replaceSubrange(range, with: others)
    }

    /// The image rotated clockwise by a multiple of 90 degrees.
    func turned(clockwise quarters: Int) -> PackedImage {
        switch quarters & 3 {
        case 1: mapped(to: size.transposed) { x, y in (y, size.height - 1 - x) }
        case 2: mapped(to: size) { x, y in (size.width - 1 - x, size.height - 1 - y) }
        case 3: mapped(to: size.transposed) { x, y in (size.width - 1 - y, x) }
        default: self
        }
    }

    private func mapped(
        to size: PixelSize,
        from source: (_ x: Int, _ y: Int) -> (x: Int, y: Int)
    ) -> PackedImage {
        var image = PackedImage(size: size)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let from = source(x, y)
                image.pixels[y * size.width + x] = pixels[from.y * self.size.width + from.x]
            }
        }
        return image
    }
}
