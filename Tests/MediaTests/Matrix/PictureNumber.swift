import TestSupport

@testable import Media

/// Reads the number that a decoded picture carries, whatever its pixel format.
struct PictureNumber: ~Copyable {
    private var scaler = Scaler()

    mutating func read(_ picture: borrowing Picture) throws -> Int {
        let size = PixelSize(width: picture.width, height: picture.height)
        var image = try scaler.scale(picture, to: size)
        let row = image.withBytes { bytes in
            (0..<size.width).map { bytes[(size.height / 20 * size.width + $0) * 4 + 1] }
        }
        return Barcode.read(luma: row, width: row.count, height: 1, stride: row.count)
    }
}
