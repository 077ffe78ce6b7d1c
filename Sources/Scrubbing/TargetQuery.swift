package import Library
package import ScrubModel
import Timeline

/// A place in a media, as a position, time, frame or timecode, and what it snaps to.
package struct TargetQuery: Equatable, Sendable {
    /// The place, in one of four units.
    package enum Place: Equatable, Sendable {
        case position(Double)
        case time(Double)
        case frame(Int)
        case timecode(String)
    }

    /// The place that is asked for.
    package let place: Place
    /// What it snaps to.
    package let stops: Snap.Stops

    /// Creates a query.
    package init(_ place: Place, stops: Snap.Stops = .none) {
        self.place = place
        self.stops = stops
    }

    /// The frame of `clip` that the query leads to.
    package func frame(in clip: Clip) throws(SessionError) -> Int {
        let frame: Int
        switch place {
        case .position(let position): return snap(position, in: clip)
        case .time(let time): frame = try clip.frame(atTime: time)
        case .frame(let number): frame = try clip.frame(numbered: number)
        case .timecode(let label): frame = try clip.frame(labelled: label)
        }
        return stops == .none ? frame : snap(clip.table.position(of: frame), in: clip)
    }

    private func snap(_ position: Double, in clip: Clip) -> Int {
        clip.frame(at: Snap(stops: stops).nearest(to: position, among: clip).position)
    }
}

extension TargetQuery.Place {
    /// Reads a place from text; `nil` when it is not of its kind.
    package init?(_ name: String, _ text: String) {
        switch name {
        case "position":
            guard let value = Double(text), (0...1).contains(value) else { return nil }
            self = .position(value)
        case "time":
            guard let value = Double(text), value.isFinite else { return nil }
            self = .time(value)
        case "frame":
            guard let value = Int(text), value >= 0 else { return nil }
            self = .frame(value)
        case "timecode": self = .timecode(text)
        default: return nil
        }
    }
}

extension Snap.Stops {
    /// The forms that ``init(text:)`` reads, for error messages.
    package static let textForms = """
        none, step:S with 0 < S < 1, count:N with N ≥ 1, time:SECONDS, frame, keyframe, \
        keyframe:before, keyframe:after, chapter, or stops:P,P… ascending in 0…1
        """

    /// Reads stops from a query or an argument; `nil` for anything else.
    package init?(text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first ?? ""
        guard let stops = parts.count == 1 ? Self(name) : Self(name, parts[1]) else { return nil }
        guard Snap(stops: stops).isValid else { return nil }
        self = stops
    }

    /// The kinds that need no number.
    private init?(_ name: Substring) {
        switch name {
        case "none": self = .none
        case "frame": self = .media(.frame)
        case "keyframe": self = .media(.keyframe(.nearest))
        case "chapter": self = .media(.chapter)
        default: return nil
        }
    }

    private init?(_ name: Substring, _ value: Substring) {
        switch name {
        case "step":
            guard let step = Double(value) else { return nil }
            self = .step(step)
        case "count":
            guard let count = Int(value) else { return nil }
            self = .count(count)
        case "time":
            guard let seconds = Double(value) else { return nil }
            self = .media(.time(seconds: seconds))
        case "keyframe":
            guard let rule = Snap.Rule(rawValue: String(value)) else { return nil }
            self = .media(.keyframe(rule))
        case "stops":
            let texts = value.split(separator: ",", omittingEmptySubsequences: false)
            let places = texts.compactMap { Double($0) }
            guard places.count == texts.count else { return nil }
            self = .places(places)
        default: return nil
        }
    }
}
