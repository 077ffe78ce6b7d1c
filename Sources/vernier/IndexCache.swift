import Media

/// Where indexes are kept: the options of every command that opens media.
struct IndexCache: Equatable {
    /// The folder; `nil` keeps none.
    let folder: String?
    /// Bytes of all indexes together.
    let byteLimit: Int

    /// Takes the options.
    init(
        _ arguments: inout Arguments,
        environment: (String) -> String? = Environment.variable
    ) throws(UsageError) {
        let named = try arguments.text("--index-cache") ?? Self.defaultFolder(environment)
        let limit = try arguments.number("--index-cache-limit", in: 1...65_536) ?? 256
        folder = named == "none" || named?.isEmpty == true ? nil : named
        byteLimit = limit << 20
    }

    /// The store, which tells on standard error when it cannot keep anything.
    var store: IndexStore? { store(telling: Output.warn) }

    /// The store, which tells somebody when it cannot keep anything.
    func store(telling complain: @escaping @Sendable (String) -> Void) -> IndexStore? {
        folder.map { folder in
            IndexStore(folder: folder, byteLimit: byteLimit, log: complain)
        }
    }

    /// The store of what people mark, beside the indexes.
    var markStore: MarkStore? { folder.map { MarkStore(folder: $0 + "/marks") } }

    /// The folder that the XDG Base Directory Specification leads to, which wants absolute paths.
    static func defaultFolder(_ environment: (String) -> String?) -> String? {
        if let cache = environment("XDG_CACHE_HOME"), cache.hasPrefix("/") {
            return cache + "/vernier"
        }
        guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
        return home + "/.cache/vernier"
    }
}
