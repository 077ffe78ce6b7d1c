import ScrubModel

extension Snap {
    private enum Kind: String, CaseIterable {
        case none, step, count
    }

    private enum Moment: String, CaseIterable {
        case live, release
    }

    init(_ fields: Fields) throws(WireError) {
        let kind: Kind = try fields.choice(.to)
        let moment: Moment = fields.has(.when) ? try fields.choice(.when) : .live
        let stops: Stops
        switch kind {
        case .none: stops = .none
        case .step:
            let expected = "a number above 0 and below 1"
            stops = .step(try fields.number(.step, expected) { $0 > 0 && $0 < 1 })
        case .count: stops = .count(try fields.integer(.count, in: 1...(.max)))
        }
        self.init(stops: stops, timing: moment == .live ? .live : .release)
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Fields.Name.self)
        let kind: Kind
        switch stops {
        case .none: kind = .none
        case .step(let step):
            kind = .step
            try fields.encode(step, forKey: .step)
        case .count(let count):
            kind = .count
            try fields.encode(count, forKey: .count)
        }
        let moment: Moment = timing == .live ? .live : .release
        try fields.encode(kind.rawValue, forKey: .to)
        try fields.encode(moment.rawValue, forKey: .when)
    }
}
