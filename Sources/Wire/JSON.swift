import FoundationEssentials

/// A document that goes over the wire as JSON, in either direction.
///
/// Keys are sorted, doubles are the shortest that read back the same, and what there is none of is
/// left out unless its field says that it is `null` then.
public protocol JSONDocument: Codable, Sendable {
    /// The document as JSON in UTF-8, on one line.
    func json() -> [UInt8]
}

extension JSONDocument {
    /// Reads a document.
    ///
    /// - Throws: ``WireError/invalidJSON(reason:)`` for what is not JSON, and otherwise an error
    ///   that names the field at fault.
    public init(json: [UInt8]) throws(WireError) {
        self = try decodeJSON(Self.self, from: json)
    }

    /// The document as JSON in UTF-8, on one line.
    public func json() -> [UInt8] { encoded() }

    func encoded() -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // JSON has no such numbers. A client sees what went wrong; a server does not stop over it.
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity",
            negativeInfinity: "-Infinity",
            nan: "NaN"
        )
        do {
            return try [UInt8](encoder.encode(self))
        } catch {
            preconditionFailure("\(Self.self) holds what JSON cannot: \(error)")
        }
    }
}

/// Reads one JSON value.
///
/// Foundation's decoder is strict but for trailing commas and other encodings, which are refused
/// here. Of a key that comes twice it reads the first, and it does not look into numbers and
/// strings that nobody asks for. It refuses more than 512 levels of nesting.
func decodeJSON<Value: Decodable>(
    _ type: Value.Type,
    from bytes: [UInt8],
    allowsJSON5: Bool = false
) throws(WireError) -> Value {
    if let fault = fault(inText: bytes, allowsJSON5: allowsJSON5) {
        throw .invalidJSON(reason: fault)
    }
    do {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = allowsJSON5
        return try decoder.decode(type, from: Data(bytes))
    } catch let error as WireError {
        throw error
    } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
        throw .invalidJSON(reason: "expected one JSON object, complete and well formed")
    } catch let error as DecodingError {
        throw .invalidMessage(reason: describe(error), seq: nil)
    } catch {
        // Foundation throws an error of its own for a number that no type can hold.
        throw .invalidMessage(reason: "expected finite numbers and well-formed strings", seq: nil)
    }
}

/// What Foundation's decoder would let pass, or `nil`.
private func fault(inText bytes: [UInt8], allowsJSON5: Bool) -> String? {
    guard (try? UTF8Span(validating: bytes.span)) != nil else { return "expected UTF-8" }
    // Its strings may be in other quotes and its lists end with a comma.
    if allowsJSON5 { return bytes.contains(0) ? "expected JSON, got a zero" : nil }
    var isInString = false
    var isEscaped = false
    var last: UInt8 = 0
    for (offset, byte) in bytes.enumerated() {
        // Foundation takes zeros for UTF-16. JSON has none, not even in strings.
        if byte == 0 { return "expected JSON, got a zero at byte \(offset)" }
        if isInString {
            if byte == UInt8(ascii: "\""), !isEscaped { isInString = false }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        } else if !isSpace(byte) {
            if last == UInt8(ascii: ","), byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
                return "expected a value after the comma before byte \(offset)"
            }
            isInString = byte == UInt8(ascii: "\"")
            last = byte
        }
    }
    return nil
}

/// Whether JSON ignores a byte between values.
func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
}

/// The field at fault and what is wrong with it.
private func describe(_ error: DecodingError) -> String {
    let (path, reason) =
        switch error {
        case .typeMismatch(_, let context): (context.codingPath, context.debugDescription)
        case .valueNotFound(_, let context): (context.codingPath, context.debugDescription)
        case .keyNotFound(_, let context): (context.codingPath, context.debugDescription)
        case .dataCorrupted(let context): (context.codingPath, context.debugDescription)
        @unknown default: ([], "not as expected")
        }
    return (path.map(\.stringValue).joined(separator: ".") + ": " + reason)
}

/// A value that is `null` on the wire when there is none, where other fields are left out.
@propertyWrapper
public struct Nullable<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    /// The value, if there is one.
    public var wrappedValue: Value?

    /// Wraps a value.
    public init(wrappedValue: Value?) {
        self.wrappedValue = wrappedValue
    }

    /// Reads a value or `null`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
    }

    /// Writes the value or `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

/// A fraction; `[numerator, denominator]` on the wire.
public struct Ratio: Equatable, Sendable {
    /// The number above the line.
    public var numerator: Int

    /// The number below the line.
    public var denominator: Int

    /// Creates a fraction, without reducing it.
    public init(_ numerator: Int, _ denominator: Int) {
        self.numerator = numerator
        self.denominator = denominator
    }
}

extension Ratio: Codable {
    /// Reads the two numbers.
    public init(from decoder: any Decoder) throws {
        var numbers = try decoder.unkeyedContainer()
        numerator = try numbers.decode(Int.self)
        denominator = try numbers.decode(Int.self)
    }

    /// Writes the two numbers.
    public func encode(to encoder: any Encoder) throws {
        var numbers = encoder.unkeyedContainer()
        try numbers.encode(numerator)
        try numbers.encode(denominator)
    }
}

// MARK: - Message numbers

/// The key of a message's number, beside the fields of a document.
private enum NumberKey: CodingKey {
    case seq
}

extension Decoder {
    /// The number of the message that holds a document, if it has one.
    func messageNumber() throws -> UInt32? {
        try container(keyedBy: NumberKey.self).decodeIfPresent(UInt32.self, forKey: .seq)
    }
}

extension Encoder {
    /// Writes the number of the message that holds a document, if it has one.
    func encode(messageNumber: UInt32?) throws {
        var container = container(keyedBy: NumberKey.self)
        try container.encodeIfPresent(messageNumber, forKey: .seq)
    }
}
