package import ScrubModel

extension Snap.Stops {
    /// What ``init(text:)`` reads, for those who wrote something else.
    package static let textForms = """
        none, step:S with 0 < S < 1, count:N with N ≥ 1, time:SECONDS, frame, keyframe, \
        keyframe:before, keyframe:after, chapter, or stops:P,P… ascending in 0…1
        """

    /// Reads stops as a query or a command names them; `nil` for anything else.
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
        case "frame": self = .marks(.frame)
        case "keyframe": self = .marks(.keyframe(.nearest))
        case "chapter": self = .marks(.chapter)
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
            self = .marks(.time(seconds: seconds))
        case "keyframe":
            guard let rule = Snap.Rule(rawValue: String(value)) else { return nil }
            self = .marks(.keyframe(rule))
        case "stops":
            let texts = value.split(separator: ",", omittingEmptySubsequences: false)
            let places = texts.compactMap { Double($0) }
            guard places.count == texts.count else { return nil }
            self = .places(places)
        default: return nil
        }
    }
}
