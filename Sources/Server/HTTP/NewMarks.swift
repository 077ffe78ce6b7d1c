import Basics
import Marks
import Timeline
import Transport
import Wire

/// A request that replaces all marks, also by none.
struct NewMarks: Equatable, Sendable {
    /// The bytes of the body.
    let bytes: [UInt8]
    /// The format of the body; `nil` for the document that `GET` returns.
    let file: MarkFile?
    /// The version of the marks that they replace, from the query.
    let version: Int?
    /// The entity tags of what they may replace, of which one has to be that of what is there.
    let tags: [String]

    /// What is to be put in the place of all marks.
    struct Replacement: Sendable {
        /// The change that is requested.
        let change: VersionedMarks.Change
        /// The version of the marks that it replaces, if it names one.
        let version: Int?
        fileprivate let tags: [String]

        /// Whether the marks with an entity tag are those to be replaced.
        func matches(_ tag: String) -> Bool { tags.contains(tag) }
    }

    /// Takes what a request puts.
    ///
    /// - Throws: ``RequestError/unconditional`` when it does not say what it replaces: people's
    ///   work is not lost to somebody who has not seen it.
    init(_ request: Request, file: MarkFile?, version: Int?) throws(RequestError) {
        let tags = (request.ifMatch ?? "").split(separator: ",").map { String($0.trimmed) }
        guard tags.contains(where: { $0.hasSuffix("\"") }) else { throw .unconditional }
        self.init(bytes: request.body, file: file, version: version, tags: tags)
    }

    init(bytes: [UInt8], file: MarkFile?, version: Int?, tags: [String]) {
        (self.bytes, self.file, self.version, self.tags) = (bytes, file, version, tags)
    }

    /// Reads the body; takes time that grows with its length.
    func replacement(in media: MarkedMedia) throws(MarksError) -> Replacement {
        guard let file else {
            let document: MarksDocument
            do throws(WireError) {
                document = try MarksDocument(json: bytes)
            } catch {
                throw .unreadable(error.message)
            }
            let marks = try document.marks(in: media.table.count)
            return replacement(by: marks, for: document.version)
        }
        return replacement(by: try file.format.marks(from: bytes, in: media), for: version)
    }

    private func replacement(by marks: MarkSet, for version: Int?) -> Replacement {
        Replacement(change: .edit(.replace(marks)), version: version, tags: tags)
    }
}
