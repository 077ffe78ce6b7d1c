/// The fields of a JSON object that a client wrote, read with errors that a developer can act on.
///
/// Fields that nobody asks for are ignored. A field that is `null` is there, and of the wrong type.
struct Fields {
    /// Every field name that clients may use.
    enum Name: String, CodingKey {
        case type, seq, at
        case media, stream, resume, preview, width, quality
        case law, kind, falloff, floor, reach, from, tiers, hysteresis
        case snap, to, step, count, seconds, rule, stops, when
        case overshoot, press
        case gesture, control, x, y, extent, continues, samples, turn, mode, action
        case position, time, frame, timecode, frames, keyframe, chapter, undo
        case version, edit, `in`, out, add, rename, move, remove, clear, redo, id, name, first, last
        case cut, start, drop, cancel
        case room, follow, on, state, rate, t
        case sound, scrub, channels
    }

    private let container: KeyedDecodingContainer<Name>
    private var path = ""
    private var isConfiguration = false

    /// The message's number, where there is one that can be read.
    let seq: UInt32?

    /// The fields of the object that `decoder` stands at.
    init(_ decoder: any Decoder) throws(WireError) {
        guard let container = try? decoder.container(keyedBy: Name.self) else {
            throw .invalidMessage(reason: "expected a JSON object", seq: nil)
        }
        self.container = container
        seq = try? container.decode(UInt32.self, forKey: .seq)
    }

    private init(_ container: KeyedDecodingContainer<Name>, path: String, within outer: Fields) {
        self.container = container
        self.path = path
        isConfiguration = outer.isConfiguration
        seq = outer.seq
    }

    /// The same fields, where whatever is wrong is wrong with the configuration.
    var configuration: Fields {
        var fields = self
        fields.isConfiguration = true
        return fields
    }

    /// The names of the fields that are there, among those that clients may use.
    var names: [Name] { container.allKeys }

    /// Whether a field is there.
    func has(_ name: Name) -> Bool { container.contains(name) }

    /// Whether a field is there and `null`.
    func isNull(_ name: Name) -> Bool { (try? container.decodeNil(forKey: name)) ?? false }

    /// A string.
    func string(_ name: Name) throws(WireError) -> String {
        try value(name, "a string")
    }

    /// A finite number, within limits that `expected` describes.
    func number(
        _ name: Name,
        _ expected: String = "a finite number",
        where isWithin: (Double) -> Bool = { _ in true }
    ) throws(WireError) -> Double {
        try value(name, expected) { $0.isFinite && isWithin($0) }
    }

    /// A whole number within limits; 1.0 is one, 1.5 is not.
    func integer(_ name: Name, in limits: ClosedRange<Int>) throws(WireError) -> Int {
        let expected = "a whole number in \(limits.lowerBound)...\(limits.upperBound)"
        return try value(name, expected) { limits.contains($0) }
    }

    /// One of the names of `Choice`.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: Name
    ) throws(WireError) -> Choice where Choice.RawValue == String {
        let found: String? = try? value(name, "a string")
        guard let choice = found.flatMap(Choice.init) else {
            throw failure(name, expected: oneOf(Choice.self))
        }
        return choice
    }

    /// `true` or `false`.
    func flag(_ name: Name) throws(WireError) -> Bool { try value(name, "true or false") }

    /// Nothing but `true`.
    func requireTrue(_ name: Name) throws(WireError) {
        let _: Bool = try value(name, "true") { $0 }
    }

    /// An object within this one.
    func object(_ name: Name) throws(WireError) -> Fields {
        guard let inner = try? container.nestedContainer(keyedBy: Name.self, forKey: name) else {
            throw failure(name, expected: "an object")
        }
        return Fields(inner, path: "\(path)\(name.rawValue).", within: self)
    }

    /// A list of values, to be read one by one.
    func list(_ name: Name, _ expected: String) throws(WireError) -> any UnkeyedDecodingContainer {
        guard let list = try? container.nestedUnkeyedContainer(forKey: name) else {
            throw failure(name, expected: expected)
        }
        return list
    }

    /// The error that says what is wrong with these fields.
    func failure(_ reason: String) -> WireError {
        isConfiguration
            ? .invalidConfiguration(reason: reason, seq: seq)
            : .invalidMessage(reason: reason, seq: seq)
    }

    /// The error that says what was expected in a field, and what is there.
    func failure(_ name: Name, expected: String) -> WireError {
        failure("\(path)\(name.rawValue): expected \(expected), got \(whatIs(in: name))")
    }

    private func value<Value: Decodable>(
        _ name: Name,
        _ expected: String,
        where isWithin: (Value) -> Bool = { _ in true }
    ) throws(WireError) -> Value {
        guard let value = try? container.decode(Value.self, forKey: name), isWithin(value) else {
            throw failure(name, expected: expected)
        }
        return value
    }

    private func whatIs(in name: Name) -> String {
        if !has(name) { return "nothing" }
        if isNull(name) { return "null" }
        if let value = try? container.decode(Bool.self, forKey: name) { return "\(value)" }
        if let text = try? container.decode(String.self, forKey: name) { return quoted(text) }
        if let number = try? container.decode(Int.self, forKey: name) { return "\(number)" }
        if let number = try? container.decode(Double.self, forKey: name) { return "\(number)" }
        if (try? container.nestedUnkeyedContainer(forKey: name)) != nil { return "an array" }
        if (try? container.nestedContainer(keyedBy: Name.self, forKey: name)) != nil {
            return "an object"
        }
        return "a value that is malformed or too large"
    }
}
