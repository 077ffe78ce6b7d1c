import Marks
import Timeline
import Wire

/// Marks that a request puts in the place of all.
struct NewMarks: Equatable {
    /// What came.
    let bytes: [UInt8]
    /// The format of the file that came; `nil` for what `GET` answers.
    let file: MarkFile?
    /// The version that they replace, where the query says it.
    let version: Int?

    /// The change that they ask for, and the version that it is made for.
    func change(
        in media: MarkedMedia
    ) throws(MarksError) -> (change: MarkHistory.Change, version: Int) {
        guard let file else {
            let document: MarksDocument
            do throws(WireError) {
                document = try MarksDocument(json: bytes)
            } catch {
                throw .unreadable(error.message)
            }
            return try document.replacement(in: media.table.count)
        }
        guard let version else {
            throw .expected("the version of the marks that these replace in the query", got: "none")
        }
        return (.edit(.replace(try file.format.sheet(from: bytes, in: media))), version)
    }
}
