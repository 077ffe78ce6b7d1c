import ScrubModel

extension Snap {
    fileprivate enum Kind: String, CaseIterable {
        case none, step, count, time, frame, keyframe, chapter, stops
    }

    private enum Moment: String, CaseIterable {
        case live, release
    }

    init(_ fields: Fields) throws(WireError) {
        let kind: Kind = try fields.choice(.to)
        let moment: Moment = fields.has(.when) ? try fields.choice(.when) : .live
        let stops = try Stops(kind, fields)
        self.init(stops: stops, timing: moment == .live ? .live : .release)
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Fields.Name.self)
        let moment: Moment = timing == .live ? .live : .release
        try fields.encode(try stops.encode(to: &fields).rawValue, forKey: .to)
        try fields.encode(moment.rawValue, forKey: .when)
    }
}

extension Snap.Stops {
    fileprivate init(_ kind: Snap.Kind, _ fields: Fields) throws(WireError) {
        switch kind {
        case .none: self = .none
        case .step:
            let expected = "a number above 0 and below 1"
            self = .step(try fields.number(.step, expected) { $0 > 0 && $0 < 1 })
        case .count: self = .count(try fields.integer(.count, in: 1...(.max)))
        case .time:
            let seconds = try fields.number(.seconds, "a number above 0") { $0 > 0 }
            self = .media(.time(seconds: seconds))
        case .frame: self = .media(.frame)
        case .keyframe: self = .media(.keyframe(try Snap.Rule(fields)))
        case .chapter: self = .media(.chapter)
        case .stops: self = .places(try fields.places(.stops))
        }
    }

    /// Writes the parameters, and returns the kind that they belong to.
    fileprivate func encode(
        to fields: inout KeyedEncodingContainer<Fields.Name>
    ) throws -> Snap.Kind {
        switch self {
        case .none: return .none
        case .step(let step):
            try fields.encode(step, forKey: .step)
            return .step
        case .count(let count):
            try fields.encode(count, forKey: .count)
            return .count
        case .places(let places):
            try fields.encode(places, forKey: .stops)
            return .stops
        case .media(.time(let seconds)):
            try fields.encode(seconds, forKey: .seconds)
            return .time
        case .media(.frame): return .frame
        case .media(.keyframe(let rule)):
            try fields.encode(rule.rawValue, forKey: .rule)
            return .keyframe
        case .media(.chapter): return .chapter
        }
    }
}

extension Snap.Rule {
    fileprivate init(_ fields: Fields) throws(WireError) {
        self = fields.has(.rule) ? try fields.choice(.rule) : .nearest
    }
}

extension Fields {
    /// A list of places on the track.
    fileprivate func places(_ name: Name) throws(WireError) -> [Double] {
        let expected = "one or more ascending numbers in 0...1"
        var list = try list(name, expected)
        var places: [Double] = []
        while !list.isAtEnd {
            guard let place = try? list.decode(Double.self) else {
                throw failure(name, expected: expected)
            }
            places.append(place)
        }
        guard Snap(stops: .places(places)).isValid else {
            throw failure(name, expected: expected)
        }
        return places
    }
}
