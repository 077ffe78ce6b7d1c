import FoundationEssentials
import System

/// The words after a command's name, taken apart by the options of its page.
///
/// What a configuration file says of an option counts where the command line says nothing of it,
/// nor of one that overrules it.
struct Arguments {
    /// An option as it was given once.
    private struct Given {
        /// Its value; nothing for a flag, or where the value is missing.
        let text: String?
        /// The line of the configuration file that it stands in, if it does.
        var line: Int?
    }

    private let page: Manual.Page
    /// By the options' names.
    private var given: [String: [Given]] = [:]
    /// The operands, and words that are no option of this command.
    private var words: [String] = []
    private var file: ConfigurationFile?
    private var filePaths: [Given] = []
    /// What is wrong with the first bad line of the file.
    private var fault: String?

    init(_ words: [String], of name: Manual.Name) {
        page = Manual.page(name)
        var rest = words[...]
        while let word = rest.popFirst() {
            guard let option = page.option(word), option.isRepeatable || given[word] == nil else {
                self.words.append(word)
                continue
            }
            given[word, default: []].append(Given(text: option.isFlag ? nil : rest.popFirst()))
        }
    }

    // MARK: - Options

    /// The value of an option, or the one that holds without it.
    subscript<Value>(_ option: Option<Value>) -> Value {
        get throws(UsageError) {
            guard let given = uses(of: option) else { return option.absent }
            var texts: [String] = []
            for one in given where !option.isFlag {
                texts.append(try text(of: one, option.name))
            }
            guard let value = option.read(texts) else {
                throw usage("\(option.name) needs \(option.needs), not “\(texts[0])”", of: option)
            }
            return value
        }
    }

    /// Whether an option was given.
    func has(_ option: some DeclaredOption) -> Bool { uses(of: option) != nil }

    /// How an option was given, which has to be one of this command's page.
    private func uses(of option: some DeclaredOption) -> [Given]? {
        precondition(page.option(option.name) != nil, "\(page.name) has no \(option.name)")
        return given[option.name]
    }

    private func text(of one: Given, _ name: String) throws(UsageError) -> String {
        // On the command line, an empty word is a value.
        guard let text = one.text, !text.isEmpty || one.line == nil else {
            throw usage("\(name) needs a value", line: one.line, name)
        }
        guard text == text.readable else {
            throw usage("\(name) needs UTF-8, not “\(text.readable)”", line: one.line, name)
        }
        return text
    }

    // MARK: - Operands

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
        var all: [String] = []
        if words.isEmpty {
            for one in filePaths { all.append(try text(of: one, ConfigurationFile.operandName)) }
        }
        if all.isEmpty { all.append(try operand(what)) }
        while !words.isEmpty { all.append(try operand(what)) }
        return all
    }

    /// Makes sure that nothing is left over.
    func finish() throws(UsageError) {
        if let word = words.first {
            let isOption = word.hasPrefix("-")
            throw usage(isOption ? "there is no option “\(word)”" : "“\(word)” was not expected")
        }
        if let fault { throw usage(fault) }
    }

    // MARK: - Errors

    /// An error that leads to this command's help, and to the line that `option` stands in, if it
    /// comes from a file.
    func usage(_ message: String, of option: (any DeclaredOption)? = nil) -> UsageError {
        guard let option else { return UsageError(message, command: page.name.rawValue) }
        return usage(message, line: given[option.name]?.first?.line, option.name)
    }

    private func usage(_ message: String, line: Int?, _ name: String) -> UsageError {
        guard let line, let file else { return usage(message) }
        return usage(
            "\(file.place(of: line)): \(message.replacing(name, with: name.withoutDashes))"
        )
    }
}

// MARK: - A configuration file

extension Arguments {
    /// Reads the configuration file that an option names, if it was given.
    mutating func readFile(_ option: Option<String?>) throws(UsageError) {
        guard let path = try self[option] else { return }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw usage("\(path): cannot be read; name a file of options, a line each")
        }
        let file: ConfigurationFile
        do throws(UsageError) {
            file = try ConfigurationFile(Array(bytes), path: path)
        } catch {
            throw usage(error.message)
        }
        self.file = file
        let named = Set(given.keys)
        for setting in file.settings {
            guard let fault = add(setting, besides: option, unless: named), self.fault == nil else {
                continue
            }
            self.fault = "\(file.place(of: setting.line)): \(fault)"
        }
    }

    /// Adds a line of the file, unless options of the command line overrule it; says what is wrong
    /// with it.
    private mutating func add(
        _ setting: ConfigurationFile.Setting,
        besides reader: Option<String?>,
        unless named: Set<String>
    ) -> String? {
        let (name, one) = (setting.name, Given(text: setting.value, line: setting.line))
        guard name != ConfigurationFile.operandName else {
            filePaths.append(one)
            return nil
        }
        guard let option = page.option(filed: name), option.name != reader.name else {
            return "there is no option “\(name)”; write name = value, without dashes"
        }
        guard named.isDisjoint(with: option.rivals + [option.name]) else { return nil }
        if option.isFlag, setting.value != nil { return "\(name) takes no value" }
        if !option.isRepeatable, let line = given[option.name]?.first?.line {
            return "\(name) stands in line \(line) already; once is enough"
        }
        given[option.name, default: []].append(one)
        return nil
    }
}

extension Manual.Page {
    /// The option with a name.
    fileprivate func option(_ name: String) -> (any DeclaredOption)? {
        (options + further).first { $0.name == name }
    }

    /// The option that a configuration file calls so.
    fileprivate func option(filed name: String) -> (any DeclaredOption)? {
        (options + further).first { $0.fileName == name && $0.name.hasPrefix("--") }
    }
}
