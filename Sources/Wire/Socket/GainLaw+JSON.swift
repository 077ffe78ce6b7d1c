import ScrubModel

extension GainLaw {
    private enum Kind: String, CaseIterable {
        case quadratic, linear, tiered, geometric, flat
    }

    /// Reads a law; parameters that are not there are those of the protocol's example of its kind.
    init(_ fields: Fields) throws(WireError) {
        let kind: Kind = try fields.choice(.kind)
        switch kind {
        case .quadratic:
            let falloff = try fields.length(.falloff, otherwise: 10_000)
            self = .quadratic(falloff: falloff, floor: try GainFloor(fields, otherwise: 0.01))
        case .linear:
            let reach = try fields.length(.reach, otherwise: 200)
            self = .linear(reach: reach, floor: try GainFloor(fields, otherwise: 0.01))
        case .tiered: self = .tiered(try GainTiers(fields))
        case .geometric: self = try .geometric(fields)
        case .flat: self = .flat
        }
    }

    private static func geometric(_ fields: Fields) throws(WireError) -> GainLaw {
        let from =
            fields.has(.from) ? try fields.number(.from, "a number, 0 or more") { $0 >= 0 } : 24
        let reach = try fields.length(.reach, otherwise: 240)
        guard from < reach else {
            throw fields.failure(.reach, expected: "a number above \(from)")
        }
        return .geometric(from: from, reach: reach, floor: try GainFloor(fields, otherwise: .frame))
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Fields.Name.self)
        let kind: Kind
        switch self {
        case .quadratic(let falloff, let floor):
            kind = .quadratic
            try fields.encode(falloff, forKey: .falloff)
            try floor.encode(to: &fields)
        case .linear(let reach, let floor):
            kind = .linear
            try fields.encode(reach, forKey: .reach)
            try floor.encode(to: &fields)
        case .tiered(let tiers):
            kind = .tiered
            try tiers.encode(to: &fields)
        case .geometric(let from, let reach, let floor):
            kind = .geometric
            try fields.encode(from, forKey: .from)
            try fields.encode(reach, forKey: .reach)
            try floor.encode(to: &fields)
        case .flat: kind = .flat
        }
        try fields.encode(kind.rawValue, forKey: .kind)
    }
}

extension Fields {
    /// A length above 0, or what it is without the field.
    fileprivate func length(_ name: Name, otherwise: Double) throws(WireError) -> Double {
        has(name) ? try number(name, "a number above 0") { $0 > 0 } : otherwise
    }
}

extension GainFloor {
    private enum Word: String, CaseIterable {
        case frame
    }

    fileprivate init(_ fields: Fields, otherwise: GainFloor) throws(WireError) {
        guard fields.has(.floor) else {
            self = otherwise
            return
        }
        if let _: Word = try? fields.choice(.floor) {
            self = .frame
        } else {
            let expected = #"a number above 0 and at most 1, or "frame""#
            self = .gain(try fields.number(.floor, expected) { $0 > 0 && $0 <= 1 })
        }
    }

    fileprivate func encode(to fields: inout KeyedEncodingContainer<Fields.Name>) throws {
        switch self {
        case .gain(let gain): try fields.encode(gain, forKey: .floor)
        case .frame: try fields.encode(Word.frame.rawValue, forKey: .floor)
        }
    }
}

extension GainTiers {
    fileprivate init(_ fields: Fields) throws(WireError) {
        let pairs = fields.has(.tiers) ? try fields.pairs(.tiers) : GainTiers.standard.pairs
        let hysteresis =
            fields.has(.hysteresis)
            ? try fields.number(.hysteresis, "a number, 0 or more") { $0 >= 0 }
            : GainTiers.standard.hysteresis
        let tiers = GainTiers(count: pairs.count, hysteresis: hysteresis) {
            Tier(edge: pairs[$0][0], gain: pairs[$0][1])
        }
        guard let tiers else {
            let expected =
                "1...\(GainTiers.limit) pairs [distance, gain], from distance 0 on upward"
            throw fields.failure("law.tiers: expected \(expected), with gains above 0 up to 1")
        }
        self = tiers
    }

    fileprivate func encode(to fields: inout KeyedEncodingContainer<Fields.Name>) throws {
        try fields.encode(pairs, forKey: .tiers)
        try fields.encode(hysteresis, forKey: .hysteresis)
    }

    private var pairs: [[Double]] {
        (0..<count).map { [self[$0].edge, self[$0].gain] }
    }
}

extension Fields {
    /// A list of pairs of numbers.
    fileprivate func pairs(_ name: Name) throws(WireError) -> [[Double]] {
        let expected = "pairs [distance, gain] of numbers"
        var list = try list(name, expected)
        var pairs: [[Double]] = []
        while !list.isAtEnd {
            guard let pair = try? list.decode([Double].self), pair.count == 2 else {
                throw failure(name, expected: expected)
            }
            pairs.append(pair)
        }
        return pairs
    }
}
