package import Media

/// Sprite sheets, put together in a worker's process.
extension MediaWorker {
    /// Puts pictures that were made before together into one sprite sheet.
    ///
    /// Blocks. The pictures may come from a worker that a file has compromised, so they are decoded
    /// in a worker again; here only their sizes are looked at.
    ///
    /// - Parameters:
    ///   - tiles: The pictures in the order of the cells; `nil` leaves a cell black.
    ///   - grid: The sheet's cells, as many as there are tiles.
    ///   - file: The file that the pictures are of, for errors and its quarantine.
    /// - Returns: The sheet, which counts as concealed if one of its tiles is.
    /// - Throws: ``MediaError/cannotEncode(file:reason:)``, or that the worker was lost.
    package func sheet(
        _ tiles: [Preview?],
        in grid: SheetGrid,
        of file: OpenFile
    ) throws(MediaError) -> Preview {
        guard let order = SheetOrder(tiles, in: grid), order.fitsMessage else {
            throw .cannotEncode(file: file.name, reason: "its pictures do not fit one sheet")
        }
        try prepare(for: file)
        guard case .picture(let sheet) = try ask(.sheet(order), about: file),
            sheet.size == grid.size, sheet.isPlausible
        else { throw invalidAnswer(about: file) }
        return sheet
    }
}
