/// Reads a `move` or a `painted` as clients write them, hundreds of times a second.
///
/// Foundation's decoder takes as long for one as everything else that it sets off, the socket
/// included. This reader knows nothing but the flat objects that they are, and answers `nil` when
/// in doubt: whatever it does not take, wrong or merely unusual, the decoder reads instead.
struct FrequentMessageReader {
    private let bytes: [UInt8]
    private var position = 0

    /// The message that `bytes` are, or `nil` when the decoder has to read them.
    static func read(_ bytes: [UInt8]) -> ClientMessage? {
        var reader = FrequentMessageReader(bytes: bytes)
        return reader.message()
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func message() -> ClientMessage? {
        var (type, gesture, seq) = (Word?.none, Int?.none, UInt32?.none)
        var samples: [Sample]?
        guard take("{") else { return nil }
        repeat {
            guard let name = word(), take(":") else { return nil }
            switch name {
            case .type where type == nil: type = word()
            case .gesture where gesture == nil: gesture = integer()
            case .seq where seq == nil: seq = integer().flatMap { UInt32(exactly: $0) }
            case .samples where samples == nil: samples = self.samples()
            default: return nil
            }
        } while take(",")
        guard take("}"), isAtEnd, let seq else { return nil }
        switch (type, gesture, samples) {
        case (.move, let gesture?, let samples?):
            return .move(Move(gesture: gesture, seq: seq, samples: samples))
        case (.painted, nil, nil): return .painted(seq: seq)
        default: return nil
        }
    }

    private mutating func samples() -> [Sample]? {
        var samples: [Sample] = []
        guard take("[") else { return nil }
        repeat {
            guard samples.count < 64, let sample = sample() else { return nil }
            if let last = samples.last, sample.t < last.t { return nil }
            samples.append(sample)
        } while take(",")
        return take("]") ? samples : nil
    }

    private mutating func sample() -> Sample? {
        guard take("["), let t = number(), take(","), let x = number(), take(","),
            let y = number(), take("]")
        else { return nil }
        return Sample(t: t, x: x, y: y)
    }
}

// MARK: - Tokens

extension FrequentMessageReader {
    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipSpace() {
        while let next, isSpace(next) { position += 1 }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        skipSpace()
        guard next == UInt8(ascii: scalar) else { return false }
        position += 1
        return true
    }

    private var isAtEnd: Bool { bytes[position...].allSatisfy(isSpace) }

    /// A string of small letters; all that these messages hold are.
    private mutating func word() -> Word? {
        guard take("\"") else { return nil }
        var word = Word()
        while let next, next >= UInt8(ascii: "a"), next <= UInt8(ascii: "z") {
            word.append(next)
            position += 1
        }
        guard next == UInt8(ascii: "\"") else { return nil }
        position += 1
        return word
    }

    private mutating func integer() -> Int? {
        number().flatMap { Int(exactly: $0) }.flatMap { $0.magnitude < 1 << 53 ? $0 : nil }
    }

    /// A number without an exponent.
    private mutating func number() -> Double? {
        skipSpace()
        let start = position
        let isNegative = next == UInt8(ascii: "-")
        if isNegative { position += 1 }
        var digits = Digits()
        guard takeDigits(into: &digits), !digits.hasNeedlessZero else { return nil }
        if next == UInt8(ascii: ".") {
            position += 1
            let whole = digits.count
            guard takeDigits(into: &digits) else { return nil }
            digits.decimals = digits.count - whole
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") { return nil }
        guard let value = digits.value else {
            return Double(String(decoding: bytes[start..<position], as: UTF8.self))
        }
        return isNegative ? -value : value
    }

    private mutating func takeDigits(into digits: inout Digits) -> Bool {
        let start = position
        while let next, next >= UInt8(ascii: "0"), next <= UInt8(ascii: "9") {
            digits.append(next - UInt8(ascii: "0"))
            position += 1
        }
        return position > start
    }
}

/// A word by its last eight letters, which tell those of at most seven from all others.
///
/// To make a string of each would take half of the reader's time.
private struct Word: Equatable {
    private var letters: UInt64 = 0

    static let (type, move, painted) = (Word("type"), Word("move"), Word("painted"))
    static let (gesture, seq, samples) = (Word("gesture"), Word("seq"), Word("samples"))

    init() {}

    private init(_ text: String) {
        for letter in text.utf8 { append(letter) }
    }

    mutating func append(_ letter: UInt8) { letters = letters << 8 | UInt64(letter) }
}

/// The decimal digits of a number.
private struct Digits {
    private(set) var count = 0
    var decimals = 0
    private var whole: UInt64 = 0
    private var first: UInt8 = 0

    mutating func append(_ digit: UInt8) {
        if count == 0 { first = digit }
        count += 1
        if count <= 19 { whole = whole * 10 + UInt64(digit) }
    }

    /// Whether the number starts with a zero that JSON does not allow.
    var hasNeedlessZero: Bool { first == 0 && count > 1 }

    /// The number, where one division gives its nearest double: both sides of it are exact.
    var value: Double? {
        guard count <= 19, whole < 1 << 53, decimals < Self.powers.count else { return nil }
        return Double(whole) / Self.powers[decimals]
    }

    /// The powers of ten that are doubles.
    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]
}
