import Timeline

/// The cells of a sprite sheet, row by row.
public struct SheetGrid: Hashable, Sendable {
    /// The size of a cell.
    public let cell: PixelSize
    /// Cells in a row.
    public let columns: Int
    /// How many cells there are; the last row may have fewer than the others.
    public let count: Int
    /// The size of the smallest sheet that holds the cells.
    public let size: PixelSize

    /// Lays out `count` cells with at most `columns` in a row; `nil` where there would be no cell,
    /// or more pixels than a JPEG may have.
    public init?(cell: PixelSize, columns: Int, count: Int) {
        // A cell has at least one pixel, and a side has few, so that no product can overflow.
        guard MediaLimits.allow(cell), columns > 0, (1...MediaLimits.pixels).contains(count) else {
            return nil
        }
        let width = min(columns, count)
        let height = (count - 1) / width + 1
        size = PixelSize(width: width * cell.width, height: height * cell.height)
        guard MediaLimits.allow(size) else { return nil }
        (self.cell, self.columns, self.count) = (cell, width, count)
    }

    /// The pixel at the upper left of a cell.
    func origin(of number: Int) -> (x: Int, y: Int) {
        let (row, column) = number.quotientAndRemainder(dividingBy: columns)
        return (column * cell.width, row * cell.height)
    }
}

/// Composes JPEG pictures into one large JPEG (a sprite sheet), row by row.
///
/// Belongs to the thread that made it, in a worker: JPEGs of other workers are decoded here.
struct SpriteSheetMaker: ~Copyable {
    private let decoder = JPEGDecoder()
    private let encoder = JPEGEncoder()
    private static let quality = 85

    /// Makes the sheet of as many tiles as the grid has cells; `nil` leaves a cell black, and tiles
    /// that are larger than a cell are cropped.
    func make(_ tiles: [Preview?], in grid: SheetGrid) throws(JPEGError) -> Preview {
        var sheet = PackedImage(size: grid.size)
        for (number, tile) in zip(0..<grid.count, tiles) {
            guard let tile else { continue }
            sheet.paste(try decoder.decode(tile), at: grid.origin(of: number), within: grid.cell)
        }
        return Preview(
            bytes: try encoder.encode(sheet, quality: Self.quality),
            size: grid.size,
            isConcealed: tiles.contains { $0?.isConcealed == true },
            type: .unknown
        )
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
