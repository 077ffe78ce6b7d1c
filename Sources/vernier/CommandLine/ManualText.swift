// The manual as it is printed on a terminal.

extension Manual.Page {
    /// The page as it is printed.
    var text: String {
        """
        vernier \(name.rawValue) — \(summary)

        usage: vernier \(name.rawValue) \(synopsis)

        \(Manual.table(rows))

        example: \(example)
        """
    }

    private var rows: [(String, String)] {
        let listed = options.map { option in
            (option.isFlag ? option.name : "\(option.name) \(option.placeholder)", option.summary)
        }
        return operands + listed + notes
    }
}

extension Manual {
    /// What `vernier --help` prints.
    static var overview: String {
        """
        vernier — a frame-exact scrub server

        usage: vernier COMMAND …        vernier COMMAND --help explains one

        commands:
        \(table(Name.allCases.map { ($0.rawValue, page($0).summary) }))

        exit codes:
        \(table(ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }))
        """
    }

    /// The columns of a terminal.
    private static let columns = 100

    /// Names, and behind each what it is, on as many lines as that needs.
    fileprivate static func table(_ rows: [(String, String)]) -> String {
        let width = (rows.map(\.0.count).max() ?? 0) + 4
        return rows.map { name, text in
            let blank = String(repeating: " ", count: width - name.count - 2)
            let margin = "\n" + String(repeating: " ", count: width)
            return "  \(name)\(blank)"
                + lines(text, upTo: columns - width).joined(separator: margin)
        }.joined(separator: "\n")
    }

    /// A text's lines, broken between words.
    private static func lines(_ text: String, upTo width: Int) -> [String] {
        text.split(separator: "\n").flatMap { paragraph in
            paragraph.split(separator: " ").reduce(into: [String]()) { lines, word in
                if let last = lines.last, last.count + 1 + word.count <= width {
                    lines[lines.count - 1] += " " + word
                } else {
                    lines.append(String(word))
                }
            }
        }
    }
}
