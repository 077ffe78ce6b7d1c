import Timeline

/// Lays out pictures as the tiles of one large JPEG (a sprite sheet), row by row.
///
/// Belongs to the thread that made it.
public struct SpriteSheetMaker: ~Copyable {
    private let decoder = JPEGDecoder()
    private let encoder = JPEGEncoder()

    /// Creates a maker.
    public init() {}

    /// Makes the smallest sheet that holds the tiles.
    ///
    /// - Parameters:
    ///   - tiles: The pictures; `nil` leaves its cell black.
    ///   - cell: The size of a cell; larger tiles are cropped.
    ///   - columns: Cells in a row.
    ///   - file: The file that the pictures are of, for errors.
    /// - Returns: The sheet, which counts as concealed if one of its tiles is.
    /// - Throws: ``MediaError/cannotEncode(file:reason:)``.
    public func make(
        _ tiles: [Preview?],
        cell: PixelSize,
        columns: Int,
        file: String
    ) throws(MediaError) -> Preview {
        let rows = (tiles.count + columns - 1) / columns
        let width = min(tiles.count, columns) * cell.width
        let size = PixelSize(width: width, height: rows * cell.height)
        guard size.canBePicture else {
            let text = "a JPEG cannot have \(size.width) × \(size.height) pixels"
            throw .cannotEncode(file: file, reason: text)
        }
        var sheet = PackedImage(size: size)
        do {
            for (number, tile) in tiles.enumerated() {
                guard let tile else { continue }
                let (row, column) = number.quotientAndRemainder(dividingBy: columns)
                let origin = (x: column * cell.width, y: row * cell.height)
                sheet.paste(try decoder.decode(tile), at: origin, within: cell)
            }
            let bytes = try encoder.encode(sheet, quality: 85)
            return Preview(
                bytes: bytes,
                size: size,
                isConcealed: tiles.contains { $0?.isConcealed == true },
                type: .unknown
            )
        } catch {
            throw .cannotEncode(file: file, reason: "\(error)")
        }
    }
}

extension PackedImage {
    /// Copies another image to a position, cropped to the cell's size.
    fileprivate mutating func paste(
        _ image: PackedImage,
        at origin: (x: Int, y: Int),
        within cell: PixelSize
    ) {
        let width = min(image.size.width, cell.width)
        for row in 0..<min(image.size.height, cell.height) {
            let start = (origin.y + row) * size.width + origin.x
            let from = row * image.size.width
            replace(start..<start + width, by: image.pixels[from..<from + width])
        }
    }
}
