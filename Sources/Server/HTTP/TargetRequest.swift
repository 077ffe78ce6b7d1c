import Library
import ScrubModel
import Scrubbing

extension TargetQuery {
    /// Reads the query of a request: exactly one place, and optionally `snap`.
    init(_ query: [String: String]) throws(RequestError) {
        let names = Self.names.filter { query[$0] != nil }
        guard names.count == 1, let text = query[names[0]] else {
            throw .badQuery("expected one of position, time, frame and timecode")
        }
        guard let place = Place(names[0], text) else {
            throw .badQuery(Self.expected[names[0]] ?? names[0])
        }
        guard let stops = Snap.Stops(text: query["snap"] ?? "none") else {
            throw .badQuery("snap: expected \(Snap.Stops.textForms)")
        }
        self.init(place, stops: stops)
    }

    /// The frame of a clip that the request asks for.
    func frame(for clip: Clip) throws(RequestError) -> Int {
        do throws(SessionError) {
            return try frame(in: clip)
        } catch {
            throw .badQuery(error.message)
        }
    }

    private static let names = ["position", "time", "frame", "timecode"]
    private static let expected = [
        "position": "position: expected a number in 0…1",
        "time": "time: expected seconds, a finite number",
        "frame": "frame: expected a whole number, 0 or more",
    ]
}
