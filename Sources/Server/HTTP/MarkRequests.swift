import Basics
import Library
import Marks
import Media
import Scrubbing
import Timeline
import Transport
import Wire

/// Marks over HTTP: the whole set, also as files of other programs, read and written by another
/// thread.
extension Application {
    /// Answers with the marks, as the document that `PUT` accepts or as a file.
    func answerMarks(
        as file: MarkFile?,
        of key: ClipKey,
        _ clip: Clip,
        for exchange: ExchangeID,
        _ request: Request
    ) throws(RequestError) {
        guard let history = library.marks[key] else { throw .conflict("\(MarksError.scanning)") }
        guard let file else {
            return try write(history, for: exchange, Response(marks: history.version, request))
        }
        let rows = history.marks.segments.count
        let media = MarkedMedia(clip)
        try write(Response(file, of: clip), .marks, rows: rows, of: 1024, for: exchange) {
            () throws(RequestError) in
            do throws(MarksError) {
                return try file.format.bytes(of: history.marks, in: media)
            } catch {
                throw .unusable("\(error)")
            }
        }
    }

    /// Has the marks read that are to replace all.
    func readMarks(
        _ new: NewMarks,
        in clip: Clip,
        for exchange: ExchangeID
    ) throws(RequestError) {
        let client = loop.client(of: exchange)
        let cost = AnswerCost(.marks, rows: new.bytes.count, of: 8, for: client)
        let media = MarkedMedia(clip)
        try requests.read(cost, for: exchange) { () throws(RequestError) in
            do throws(MarksError) {
                return try new.replacement(in: media)
            } catch {
                throw RequestError(error)
            }
        }
    }

    /// Replaces all marks by those that were read, and answers with what there is then.
    func replaceMarks(for exchange: ExchangeID, by new: Result<NewMarks.Replacement, RequestError>)
    {
        guard let key = requests.finishWork(for: exchange)?.clip else { return }
        do throws(RequestError) {
            try replace(key, by: try new.get())
            sendMarksToAll(of: key)
            answerWhenKept(key) { [unowned self] in answerReplaced(key, for: exchange) }
        } catch {
            reply(to: exchange, Response(error))
        }
    }

    private func answerReplaced(_ key: ClipKey, for exchange: ExchangeID) {
        do throws(RequestError) {
            let history = library.marks[key] ?? VersionedMarks()
            try write(history, for: exchange, Response(json: []))
        } catch {
            reply(to: exchange, Response(error))
        }
    }

    private func replace(_ key: ClipKey, by new: NewMarks.Replacement) throws(RequestError) {
        let version = library.marks[key]?.version ?? 0
        guard new.matches(Response.tag(ofMarks: version)) else { throw .otherMarks(now: version) }
        do throws(MarksError) {
            try change(key, new.change, madeFor: new.version ?? version)
        } catch {
            throw RequestError(error)
        }
    }

    private func write(
        _ history: VersionedMarks,
        for exchange: ExchangeID,
        _ head: Response
    ) throws(RequestError) {
        let rows = history.marks.segments.count
        try write(head, .marks, rows: rows, of: 256, for: exchange) {
            MarksDocument(history).json()
        }
    }
}

extension RequestError {
    /// The error for marks that cannot be changed as asked.
    fileprivate init(_ error: MarksError) {
        switch error {
        case .stale, .scanning: self = .conflict("\(error)")
        default: self = .unusable("\(error)")
        }
    }
}

extension MarkedMedia {
    fileprivate init(_ clip: Clip) {
        let name = clip.name.split(separator: "/").last.map(String.init) ?? clip.name
        self.init(name: name, table: clip.table, clock: clip.info.clock)
    }
}
