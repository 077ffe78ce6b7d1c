import Timeline

/// What a worker needs to make a sprite sheet: JPEG pictures, and where they go.
package struct SheetOrder {
    package let tiles: [Preview?]
    package let grid: SheetGrid

    /// Bytes of a message besides the pictures and what stands before each of them.
    private static let overhead = 1 << 10

    /// Lays `tiles` into a grid; `nil` where they are not as many as its cells, or one of them
    /// cannot be a picture.
    package init?(_ tiles: [Preview?], in grid: SheetGrid) {
        guard tiles.count == grid.count, tiles.allSatisfy({ $0?.isPlausible ?? true }) else {
            return nil
        }
        (self.tiles, self.grid) = (tiles, grid)
    }

    /// Whether all pictures together are short enough to be sent.
    package var fitsMessage: Bool {
        let bytes = tiles.reduce(Self.overhead) { $0 + ($1?.bytes.count ?? 0) + 32 }
        return bytes <= WorkerChannel.limit
    }

    func send(into writer: inout ByteWriter) {
        for number in [grid.cell.width, grid.cell.height, grid.columns, grid.count] {
            writer.append(UInt64(number))
        }
        for tile in tiles {
            writer.append(tile == nil ? 0 : 1)
            tile?.send(into: &writer)
        }
    }

    init(sentTo reader: inout ByteReader) throws(StoredError) {
        let cell = PixelSize(width: try reader.small(), height: try reader.small())
        let (columns, count) = (try reader.small(), try reader.small())
        guard let grid = SheetGrid(cell: cell, columns: columns, count: count) else {
            throw .impossible
        }
        var tiles: [Preview?] = []
        for _ in 0..<count {
            let isThere = try reader.number() == 1
            tiles.append(isThere ? try Preview(sentTo: &reader) : nil)
        }
        guard let order = SheetOrder(tiles, in: grid) else { throw .impossible }
        self = order
    }
}
