import Testing

@Suite("The wiring of the server")
struct WiringTests {
    /// A property of a class that holds something, as its declaration says.
    struct Property: CustomStringConvertible {
        let description: String

        /// `nil` for a line that declares none: what is computed has a body.
        init?(_ line: Substring) {
            let pattern = #/^    (?:\w+(?:\(set\))? )*(?:let|var) \w+[^{]*(?:=.*)?$/#
            guard line.wholeMatch(of: pattern) != nil else { return nil }
            description = line.trimmingPrefix { $0 == " " }.description
        }

        /// Whether it is changed by its class alone.
        var isPrivate: Bool { description.contains(#/^private |\bprivate\(set\) /#) }
        var isVariable: Bool { description.contains(#/\bvar /#) }
    }

    /// The classes of a folder, and what each of them holds.
    static func classes(below folder: String) throws -> [String: [Property]] {
        var classes: [String: [Property]] = [:]
        for file in try SourceFile.all(below: folder) {
            var name: Substring?
            for line in file.code {
                if let found = line.firstMatch(of: #/^(?:\w+ )*class (\w+)/#) { name = found.1 }
                if line == "}" { name = nil }
                guard let name else { continue }
                classes[String(name), default: []] += [Property(line)].compactMap(\.self)
            }
        }
        return classes
    }

    @Test func `the application holds eight parts at most, and replaces none`() throws {
        let parts = try #require(Self.classes(below: "Sources/Server/Application")["Application"])
        #expect(!parts.isEmpty && parts.count <= 8, "\(parts)")
        let replaceable = parts.filter(\.isVariable)
        #expect(replaceable.isEmpty, "\(replaceable)")
    }

    @Test(
        arguments: zip(
            ["Server/Application", "Library", "Pictures", "MediaWorkers"],
            ["Clients", "LibraryService", "PictureService", "MediaWorker"]
        )
    )
    func `what a part of it holds is changed by that part alone`(
        _ folder: String,
        _ part: String
    ) throws {
        let classes = try Self.classes(below: "Sources/\(folder)")
        #expect(classes[part] != nil)
        for (name, properties) in classes {
            let open = properties.filter { $0.isVariable && !$0.isPrivate }
            #expect(open.isEmpty, "\(name): \(open)")
        }
    }
}
