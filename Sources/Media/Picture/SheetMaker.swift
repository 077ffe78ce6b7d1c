import Timeline

/// Lays pictures out on one large picture, row by row.
///
/// Belongs to the thread that made it.
public struct SheetMaker: ~Copyable {
    private let decoder = JPEGDecoder()
    private let encoder = JPEGEncoder()

    /// Creates a maker.
    public init() {}

    /// Makes a sheet as small as it may be for its tiles.
    ///
    /// - Parameters:
    ///   - tiles: The pictures; where there is none, its cell stays black.
    ///   - cell: The size of a cell; what stands over it is cut off.
    ///   - columns: Cells in a row.
    ///   - file: The file that the pictures are of, for errors.
    /// - Returns: The sheet, which is concealed if one of its tiles is.
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
            let text = "a sheet of \(size.width) × \(size.height) is none that a JPEG can be"
            throw .cannotEncode(file: file, reason: text)
        }
        var sheet = PackedImage(size: size)
        do {
            for (number, tile) in tiles.enumerated() {
                guard let tile else { continue }
                let (row, column) = number.quotientAndRemainder(dividingBy: columns)
                let place = (x: column * cell.width, y: row * cell.height)
                sheet.paste(try decoder.decode(tile), at: place, within: cell)
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
    /// Copies another image to a place, as much of it as a cell holds.
    fileprivate mutating func paste(
        _ image: PackedImage,
        at place: (x: Int, y: Int),
        within cell: PixelSize
    ) {
        let width = min(image.size.width, cell.width)
        for row in 0..<min(image.size.height, cell.height) {
            let start = (place.y + row) * size.width + place.x
            let from = row * image.size.width
            replace(start..<start + width, by: image.pixels[from..<from + width])
        }
    }
}
