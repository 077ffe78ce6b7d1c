/// The words after the command's name, taken one need at a time.
struct Arguments {
    private var words: [String]
    private let command: String

    init(_ words: [String], of command: String) {
        self.words = words
        self.command = command
    }

    /// Takes a flag; tells whether it was there.
    mutating func flag(_ name: String) -> Bool {
        guard let index = words.firstIndex(of: name) else { return false }
        words.remove(at: index)
        return true
    }

    /// Takes an option's text, if the option was given.
    ///
    /// Options are taken before operands, or a value would be read as one.
    mutating func text(_ name: String) throws(UsageError) -> String? {
        guard let index = words.firstIndex(of: name) else { return nil }
        guard index + 1 < words.count else { throw usage("\(name) needs a value") }
        let value = words[index + 1]
        words.removeSubrange(index...index + 1)
        return value
    }

    /// Takes every occurrence of an option that may be repeated.
    mutating func texts(_ name: String) throws(UsageError) -> [String] {
        var values: [String] = []
        while let value = try text(name) { values.append(value) }
        return values
    }

    /// Takes an option's whole number, which must lie in `range`.
    mutating func number(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = try text(name) else { return nil }
        guard let value = Int(text), range.contains(value) else {
            throw usage(
                "\(name) needs a whole number from \(range.lowerBound) to \(range.upperBound),"
                    + " not “\(text)”"
            )
        }
        return value
    }

    /// Takes an option's size, as ``ByteSize`` reads it.
    mutating func size(_ name: String) throws(UsageError) -> Int? {
        try text(name).map { text throws(UsageError) in try size(text, of: name) }
    }

    /// Reads the size that an option was given.
    func size(_ text: String, of name: String) throws(UsageError) -> Int {
        guard let bytes = ByteSize.bytes(text) else {
            throw usage("\(name) needs a size such as 512 (MiB), 64KiB or 2GiB, not “\(text)”")
        }
        return bytes
    }

    /// Takes the next operand.
    mutating func operand(_ what: String) throws(UsageError) -> String {
        guard let first = words.first else { throw usage("\(what) is missing") }
        guard !first.hasPrefix("-") else { throw usage("there is no option “\(first)”") }
        return words.removeFirst()
    }

    /// Takes the next operand, if there is one.
    mutating func operandIfAny() throws(UsageError) -> String? {
        words.isEmpty ? nil : try operand("")
    }

    /// Takes all operands that are left, at least one.
    mutating func operands(_ what: String) throws(UsageError) -> [String] {
        var all = [try operand(what)]
        while !words.isEmpty { all.append(try operand(what)) }
        return all
    }

    /// Makes sure that nothing is left over.
    func finish() throws(UsageError) {
        guard let word = words.first else { return }
        let isOption = word.hasPrefix("-")
        throw usage(isOption ? "there is no option “\(word)”" : "“\(word)” was not expected")
    }

    /// An error that leads to this command's help.
    func usage(_ message: String) -> UsageError { UsageError(message, command: command) }
}
