import Marks
import Media
import Wire

/// Marks over HTTP: all at once, also as files of other programs.
extension Application {
    /// What is marked, as the document that `PUT` takes back or as a file.
    func marks(
        as file: MarkFile?,
        of key: ClipKey,
        _ clip: Clip,
        _ request: Request
    ) throws(RequestError) -> Response {
        guard let history = marks[key] else { throw .conflict("\(MarksError.scanning)") }
        guard let file else { return Response(MarksDocument(history), request) }
        do throws(MarksError) {
            let bytes = try file.format.bytes(of: history.sheet, in: MarkedMedia(clip))
            return Response(bytes, as: file, of: clip)
        } catch {
            throw .unusable("\(error)")
        }
    }

    /// Puts marks in the place of all.
    func replaceMarks(
        of key: ClipKey,
        _ clip: Clip,
        by new: NewMarks
    ) throws(RequestError) -> Response {
        do throws(MarksError) {
            let (edit, version) = try new.change(in: MarkedMedia(clip))
            try change(key, edit, madeFor: version)
        } catch {
            switch error {
            case .stale, .scanning: throw .conflict("\(error)")
            default: throw .unusable("\(error)")
            }
        }
        tellAll(of: key)
        return Response(json: MarksDocument(marks[key] ?? MarkHistory()).json())
    }
}

extension MarkedMedia {
    fileprivate init(_ clip: Clip) {
        let name = clip.name.split(separator: "/").last.map(String.init) ?? clip.name
        self.init(name: name, table: clip.table, clock: clip.info.clock)
    }
}
