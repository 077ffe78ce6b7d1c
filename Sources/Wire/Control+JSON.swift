import ScrubModel

extension Begin.Control {
    private enum Name: String, CaseIterable {
        case bar, dial, confirm
    }

    init(_ fields: Fields) throws(WireError) {
        let name: Name = fields.has(.control) ? try fields.choice(.control) : .bar
        switch name {
        case .bar: self = .bar
        case .dial: self = .dial(try Dial(fields))
        case .confirm: self = .confirm(action: try fields.string(.action))
        }
    }
}

extension Dial {
    fileprivate init(_ fields: Fields) throws(WireError) {
        let mode: Mode = fields.has(.mode) ? try fields.choice(.mode) : .jog
        let turn = try Turn(fields.object(.turn))
        guard let dial = Dial(turn: turn, mode: mode) else {
            throw fields.complaint(.turn, expected: "a turn that is worth something")
        }
        self = dial
    }
}

extension Dial.Turn {
    fileprivate init(_ fields: Fields) throws(WireError) {
        switch (fields.has(.position), fields.has(.frames)) {
        case (true, false):
            self = .position(try fields.number(.position, "a number above 0") { $0 > 0 })
        case (false, true):
            self = .frames(try fields.number(.frames, "a number above 0") { $0 > 0 })
        default: throw fields.complaint("turn: expected exactly one of position, frames")
        }
    }
}
