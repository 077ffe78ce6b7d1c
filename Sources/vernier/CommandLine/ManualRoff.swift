// The manual in the language of man(1), for the part of the page that lists the commands.

extension Manual {
    /// Every command with its options, as `vernier help roff` prints it.
    static var roff: String { Name.allCases.map { page($0).roff }.joined(separator: "\n") }
}

extension Manual.Page {
    fileprivate var roff: String {
        let named = { (rows: [(String, String)]) in
            rows.map { ".TP\n.I \($0.roff)\n\($1.roff)" }
        }
        let listed = options.map { option in
            let name = option.name.roff
            let head = option.isFlag ? ".B \(name)" : ".BI \"\(name) \" \(option.placeholder)"
            return ".TP\n\(head)\n\(option.summary.roff)"
        }
        let head = [".TP", ".B \(name.rawValue)", summary.roff, ".RS", "usage: \(synopsis.roff)"]
        return (head + named(operands) + listed + named(notes) + [".RE"]).joined(separator: "\n")
    }
}

extension String {
    /// As roff has to be given it, to show it as it is.
    fileprivate var roff: String {
        let plain = replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return plain.split(separator: "\n").map { $0.first == "." ? "\\&" + $0 : $0 }
            .joined(separator: "\n.br\n")
    }
}
