import FoundationEssentials
import Synchronization

/// The words after the command's name, read option by option.
///
/// Behind them stand those of a configuration file, where one is read: what the command line says
/// of an option, and that alone, counts.
struct Arguments {
    private var words: [String]
    private let command: String
    private var file: ConfigurationFile?
    /// What a configuration file calls the operands.
    private static let operandName = "path"

    init(_ words: [String], of command: String) {
        self.words = words
        self.command = command
    }

    /// Takes the option that names a configuration file, and reads that.
    mutating func readFile(_ name: String) throws(UsageError) {
        guard let path = try text(name) else { return }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw usage("\(path): cannot be read; name a file of options, a line each")
        }
        do throws(UsageError) {
            file = try ConfigurationFile(Array(bytes), path: path)
        } catch {
            throw usage(error.message)
        }
    }

    /// Has options of the command line overrule others, their rivals, of the file.
    mutating func prefer(_ names: [String], to rivals: [String]) {
        if words.contains(where: names.contains) { file?.drop(rivals.map(\.withoutDashes)) }
    }

    /// Takes a flag; tells whether it was there.
    mutating func flag(_ name: String) -> Bool {
        guard let index = words.firstIndex(of: name) else {
            return file?.takeFlag(name.withoutDashes) ?? false
        }
        words.remove(at: index)
        file?.drop([name.withoutDashes])
        return true
    }

    /// Takes an option's text, if the option was given.
    ///
    /// Options are taken before operands, or a value would be read as one.
    mutating func text(_ name: String) throws(UsageError) -> String? {
        guard let index = words.firstIndex(of: name) else { return try filed(name) }
        guard index + 1 < words.count else { throw usage("\(name) needs a value") }
        let value = words[index + 1]
        words.removeSubrange(index...index + 1)
        file?.drop([name.withoutDashes])
        return value
    }

    private mutating func filed(_ name: String) throws(UsageError) -> String? {
        guard let setting = file?.take(name.withoutDashes) else { return nil }
        guard let value = setting.value, !value.isEmpty else {
            throw usage("\(name) needs a value", of: name)
        }
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
                    + " not “\(text)”",
                of: name
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
            throw usage(
                "\(name) needs a size such as 512 (MiB), 64KiB or 2GiB, not “\(text)”",
                of: name
            )
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
        if words.isEmpty, let first = try filed(Self.operandName) {
            return [first] + (try texts(Self.operandName))
        }
        file?.drop([Self.operandName])
        var all = [try operand(what)]
        while !words.isEmpty { all.append(try operand(what)) }
        return all
    }

    /// Makes sure that nothing is left over.
    func finish() throws(UsageError) {
        guard let word = words.first else {
            if let fault = file?.fault { throw usage(fault) }
            return
        }
        let isOption = word.hasPrefix("-")
        throw usage(isOption ? "there is no option “\(word)”" : "“\(word)” was not expected")
    }

    /// An error that leads to this command's help, and to the line that `option` stands in, if it
    /// comes from a file.
    func usage(_ message: String, of option: String? = nil) -> UsageError {
        guard let option, let place = file?.place(of: option.withoutDashes) else {
            return UsageError(message, command: command)
        }
        let text = message.replacing(option, with: option.withoutDashes)
        return UsageError("\(place): \(text)", command: command)
    }
}

extension String {
    /// An option's name as a file has it.
    fileprivate var withoutDashes: String { String(drop { $0 == "-" }) }
}

/// What a signal leaves for a loop to find.
final class Flag: Sendable {
    private let flag = Atomic(false)

    /// Whether a signal has come.
    var isRaised: Bool { flag.load(ordering: .relaxed) }

    /// Notes that one has.
    func raise() { flag.store(true, ordering: .relaxed) }
}

/// A size as people write it: 512 are MiB, and 64KiB, 512MiB and 2GiB say so.
enum ByteSize {
    private static let units = [("KiB", 10), ("MiB", 20), ("GiB", 30), ("", 20)]
    /// More than this is meant otherwise: somebody has counted bytes.
    private static let largest = 64 << 30

    /// The bytes that a text stands for; `nil` when it is no size, or out of all proportion.
    static func bytes(_ text: String) -> Int? {
        guard text.utf8.first.map({ (48...57).contains($0) }) == true,
            let (unit, shift) = units.first(where: { text.hasSuffix($0.0) }),
            let number = Int(text.dropLast(unit.count)), (1...largest >> shift).contains(number)
        else { return nil }
        return number << shift
    }
}
