/// An option as the manual lists it and the parser finds it, whatever its value is.
protocol DeclaredOption: Sendable {
    /// Its name, with dashes.
    var name: String { get }
    /// What stands for its value in the manual; nothing for a flag.
    var placeholder: String { get }
    /// What it does, for the manual.
    var summary: String { get }
    /// Whether it may be given several times.
    var isRepeatable: Bool { get }
    /// The options which, given on the command line, overrule this one of a configuration file.
    var rivals: [String] { get }
}

extension DeclaredOption {
    /// Whether it is there or not, without a value.
    var isFlag: Bool { placeholder.isEmpty }
    /// Its name in a configuration file.
    var fileName: String { name.withoutDashes }
}

/// An option of a command: what it is called, what it takes, and what holds without it.
struct Option<Value: Sendable>: DeclaredOption {
    let name: String
    let placeholder: String
    let summary: String
    var isRepeatable = false
    let rivals: [String]
    /// The value when it is not given.
    let absent: Value
    /// What it needs, for messages.
    let needs: String
    /// Reads the texts that it was given: one, unless it can be repeated, and none for a flag.
    let read: @Sendable ([String]) -> Value?

    /// An option with a value of any kind; `absentText` is what the manual says of its default.
    init(
        _ name: String,
        _ placeholder: String,
        _ summary: String,
        absent: Value,
        absentText: String? = nil,
        rivals: [String] = [],
        needs: String = "a value",
        read: @escaping @Sendable ([String]) -> Value?
    ) {
        (self.name, self.placeholder, self.rivals) = (name, placeholder, rivals)
        self.summary = summary + (absentText.map { "; \($0) by default" } ?? "")
        (self.absent, self.needs, self.read) = (absent, needs, read)
    }
}

extension Option<Bool> {
    /// A flag.
    init(flag name: String, _ summary: String, rivals: [String] = []) {
        self.init(name, "", summary, absent: false, rivals: rivals) { _ in true }
    }
}

extension Option<String?> {
    /// A text that need not be given.
    init(_ name: String, _ placeholder: String, _ summary: String, rivals: [String] = []) {
        self.init(name, placeholder, summary, absent: nil, rivals: rivals) { $0.first }
    }
}

extension Option<String> {
    /// A text, with one that holds otherwise.
    init(
        _ name: String,
        _ placeholder: String,
        _ summary: String,
        absent: String,
        rivals: [String] = []
    ) {
        self.init(name, placeholder, summary, absent: absent, absentText: absent, rivals: rivals) {
            $0.first
        }
    }
}

extension Option<[String]> {
    /// A text that can be given several times.
    init(repeated name: String, _ placeholder: String, _ summary: String) {
        self.init(repeated: name, placeholder, summary, needs: "a value") { $0 }
    }
}

extension Option {
    /// A value of any kind that can be given several times.
    init<Element: Sendable>(
        repeated name: String,
        _ placeholder: String,
        _ summary: String,
        needs: String,
        readOne: @escaping @Sendable (String) -> Element?
    ) where Value == [Element] {
        self.init(name, placeholder, summary, absent: [], needs: needs) { texts in
            let values = texts.compactMap(readOne)
            return values.count == texts.count ? values : nil
        }
        isRepeatable = true
    }
}

extension Option<Int?> {
    /// A whole number in a range that need not be given.
    init(_ name: String, _ placeholder: String, in range: ClosedRange<Int>, _ summary: String) {
        self.init(name, placeholder, summary, absent: nil, needs: range.wanted) {
            range.number($0[0]).map(Optional.some)
        }
    }
}

extension Option<Int> {
    /// A whole number in a range, with one that holds otherwise.
    init(
        _ name: String,
        _ placeholder: String,
        in range: ClosedRange<Int>,
        _ summary: String,
        absent: Int,
        rivals: [String] = []
    ) {
        self.init(
            name,
            placeholder,
            summary,
            absent: absent,
            absentText: "\(absent)",
            rivals: rivals,
            needs: range.wanted
        ) { range.number($0[0]) }
    }
}

extension ClosedRange<Int> {
    fileprivate var wanted: String { "a whole number from \(lowerBound) to \(upperBound)" }

    fileprivate func number(_ text: String) -> Int? {
        Int(text).flatMap { contains($0) ? $0 : nil }
    }
}

extension String {
    /// An option's name as a configuration file has it.
    var withoutDashes: String { String(drop { $0 == "-" }) }
}
