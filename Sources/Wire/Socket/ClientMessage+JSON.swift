import ScrubModel

extension ClientMessage {
    /// Reads a message.
    ///
    /// - Throws: ``WireError`` with the protocol's code for what is wrong, naming the field.
    public init(json: [UInt8]) throws(WireError) {
        if let message = FrequentMessageReader.read(json) {
            self = message
        } else {
            self = try Self.decoded(from: json)
        }
    }

    /// Reads a message with Foundation's decoder, whatever it is.
    static func decoded(from json: [UInt8]) throws(WireError) -> ClientMessage {
        try decodeJSON(Envelope.self, from: json).message
    }

    private struct Envelope: Decodable {
        let message: ClientMessage

        init(from decoder: any Decoder) throws {
            message = try ClientMessage(Fields(decoder))
        }
    }

    init(_ fields: Fields) throws(WireError) {
        let name = try fields.string(.type)
        guard let kind = Kind(rawValue: name) else {
            throw .unknownType(name: name, seq: fields.seq)
        }
        switch kind {
        case .open: self = .open(try Open(fields))
        case .configure: self = .configure(try ConfigurationChange(fields))
        case .begin: self = .begin(try Begin(fields))
        case .move: self = .move(try Move(fields))
        case .end: self = .end(gesture: try fields.gesture(), seq: try fields.number())
        case .cancel: self = .cancel(gesture: try fields.gesture(), seq: try fields.number())
        case .seek: self = .seek(seq: try fields.number(), to: try Destination(fields.object(.to)))
        case .painted: self = .painted(seq: try fields.number())
        case .heard: self = .heard(seq: try fields.number())
        case .marks:
            let isChange = fields.has(.edit) || fields.has(.version)
            self = isChange ? .mark(try MarksChange(fields)) : .marks(seq: try fields.number())
        case .export: self = .export(try ExportRequest(fields))
        case .follow: self = .follow(try fields.isOn())
        case .lead: self = .lead(try fields.isOn())
        case .transport: self = .transport(try Playing(fields))
        case .ping: self = .ping(t: try fields.number(.t))
        }
    }
}

extension Fields {
    /// The message's number, which has four bytes in a preview's header.
    func number() throws(WireError) -> UInt32 {
        UInt32(try integer(.seq, in: 0...Int(UInt32.max)))
    }

    /// The message's number, in messages that need none.
    func numberIfAny() throws(WireError) -> UInt32? {
        has(.seq) ? try number() : nil
    }

    func gesture() throws(WireError) -> Int {
        try integer(.gesture, in: .min ... .max)
    }
}

extension Open {
    init(_ fields: Fields) throws(WireError) {
        seq = try fields.numberIfAny()
        media = try fields.string(.media)
        stream = fields.has(.stream) ? try fields.integer(.stream, in: Self.streams) : nil
        resume = fields.has(.resume) ? try fields.string(.resume) : nil
        if case .set(let request) = try PreviewChange(fields.configuration) { preview = request }
        room = fields.has(.room) ? try RoomEntry(fields) : nil
    }
}

extension Begin {
    init(_ fields: Fields) throws(WireError) {
        seq = try fields.numberIfAny()
        gesture = try fields.gesture()
        control = try Control(fields)
        x = try fields.number(.x)
        y = try fields.number(.y)
        continues = fields.has(.continues) ? try fields.flag(.continues) : false
        if case .dial = control, !fields.has(.extent) {
            extent = 1
        } else {
            extent = try fields.number(.extent, "a number above 0") { $0 > 0 }
        }
    }
}

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
            throw fields.failure(.turn, expected: "a turn that is worth something")
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
        default: throw fields.failure("turn: expected exactly one of position, frames")
        }
    }
}

extension Move {
    init(_ fields: Fields) throws(WireError) {
        seq = try fields.number()
        gesture = try fields.gesture()
        samples = try fields.samples()
    }
}

extension Fields {
    func samples() throws(WireError) -> [Sample] {
        let expected = "1...64 samples [t, x, y]"
        var list = try list(.samples, expected)
        guard let count = list.count, (1...64).contains(count) else {
            throw failure("samples: expected \(expected), got \(list.count ?? 0)")
        }
        var samples: [Sample] = []
        samples.reserveCapacity(count)
        for index in 0..<count {
            guard let sample = Sample(from: &list) else {
                throw failure("samples[\(index)]: expected [t, x, y], three finite numbers")
            }
            if let last = samples.last, sample.t < last.t {
                throw failure("samples[\(index)]: expected t ≥ \(last.t), got \(sample.t)")
            }
            samples.append(sample)
        }
        return samples
    }
}

extension Sample {
    /// The next sample of a list, or `nil` if that is not one.
    fileprivate init?(from list: inout any UnkeyedDecodingContainer) {
        guard let numbers = try? list.decode([Double].self), numbers.count == 3 else { return nil }
        (t, x, y) = (numbers[0], numbers[1], numbers[2])
    }
}

extension Open {
    /// The message as a client sends it.
    public func json() -> [UInt8] {
        Outgoing(
            media: media,
            stream: stream,
            resume: resume,
            preview: preview,
            room: room?.room,
            name: room?.name,
            follow: room?.follows,
            seq: seq
        )
        .json()
    }

    private struct Outgoing: JSONDocument {
        var type = ClientMessage.Kind.open.rawValue
        let media: String
        let stream: Int?
        let resume: String?
        let preview: PreviewRequest?
        let room: String?
        let name: String?
        let follow: Bool?
        let seq: UInt32?
    }
}
