import Basics
public import Timeline

/// A time as a file writes it: so many units since the first displayed frame.
public struct FileTime: Hashable, Sendable {
    /// How many units.
    public let value: Int64
    /// How long a unit is.
    public let unit: Timebase

    /// Creates a time.
    public init(_ value: Int64, in unit: Timebase) { (self.value, self.unit) = (value, unit) }

    /// Seconds, rounded once.
    public var seconds: Double { unit.seconds(value) }
}

extension Timebase {
    /// Finer than any frame is long.
    public static let nanoseconds = Timebase(1, 1_000_000_000)!
    static let milliseconds = Timebase(1, 1000)!
}

extension FileTime: Comparable {
    /// Whether `a` comes before `b`, exactly.
    public static func < (a: FileTime, b: FileTime) -> Bool {
        Int128(a.value) * Int128(a.unit.numerator * b.unit.denominator)
            < Int128(b.value) * Int128(b.unit.numerator * a.unit.denominator)
    }
}

// MARK: - Text

extension FileTime: CustomStringConvertible {
    /// Creates the time that a number of seconds is nearest to; `nil` for what is beyond reach.
    public init?(seconds: Double) {
        guard let value = Int64(exactly: (seconds * 1e9).rounded()) else { return nil }
        self.init(value, in: .nanoseconds)
    }

    /// Reads seconds such as `12.5`, or a clock such as `01:02:03.5` or `02:03.5`.
    init?(_ text: some StringProtocol) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard let last = parts.last, parts.count <= 3, var value = Self.nanoseconds(last) else {
            return nil
        }
        guard parts.count == 1 || value < 60_000_000_000 else { return nil }
        for (part, minutes) in zip(parts.dropLast().reversed(), [1, 60] as [Int64]) {
            guard let number = Self.number(part, digits: 6),
                parts.count == 2 || minutes == 60 || number < 60
            else { return nil }
            value += number * minutes * 60_000_000_000
        }
        self.init(value, in: .nanoseconds)
    }

    /// Seconds with at most nine decimals, and no more than are needed.
    public var description: String {
        let nanoseconds = rescale(
            value,
            by: unit.numerator * Timebase.nanoseconds.denominator,
            over: unit.denominator
        )
        let (seconds, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        var text = (nanoseconds < 0 ? "-" : "") + "\(seconds)"
        guard rest > 0 else { return text }
        text += "." + String(rest + 1_000_000_000).dropFirst()
        while text.last == "0" { text.removeLast() }
        return text
    }

    /// Hours, minutes, seconds and milliseconds, as WebVTT writes them: `01:02:03.450`.
    package var clock: String {
        let milliseconds = rescale(value, by: unit.numerator * 1000, over: unit.denominator)
        let (whole, rest) = milliseconds.magnitude.quotientAndRemainder(dividingBy: 1000)
        let parts = [whole / 3600, whole / 60 % 60, whole % 60].map { $0.padded(to: 2) }
        return parts.joined(separator: ":") + "." + rest.padded(to: 3)
    }

    private static func nanoseconds(_ text: some Collection<UInt8>) -> Int64? {
        let parts = text.split(
            separator: UInt8(ascii: "."),
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        guard let whole = parts.first.flatMap({ number($0) }) else { return nil }
        guard parts.count == 2 else { return whole * 1_000_000_000 }
        guard !parts[1].isEmpty, parts[1].allSatisfy(isDigit) else { return nil }
        let digits = parts[1].prefix(9)
        let scale = (digits.count..<9).reduce(1) { scale, _ in scale * 10 }
        return number(digits).map { whole * 1_000_000_000 + $0 * Int64(scale) }
    }

    /// A whole number of so few digits that nanoseconds of it can be counted.
    private static func number(_ text: some Collection<UInt8>, digits: Int = 9) -> Int64? {
        guard (1...digits).contains(text.count), text.allSatisfy(isDigit) else { return nil }
        return text.reduce(0) { $0 * 10 + Int64($1 - 48) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}
