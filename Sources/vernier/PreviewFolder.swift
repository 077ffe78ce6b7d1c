import Media

/// Where previews are kept: the options of the commands that make them.
struct PreviewFolder: Equatable {
    /// The folder; `nil` keeps none.
    let path: String?
    /// Bytes of all previews together.
    let byteLimit: Int

    private static let defaultLimit = 2 << 30

    /// Takes the options.
    init(_ arguments: inout Arguments, in cache: IndexCache) throws(UsageError) {
        let usual = PreviewFolder(in: cache)
        let limit = try arguments.text("--preview-cache")
        path = limit == "none" ? nil : usual.path
        byteLimit =
            switch limit {
            case nil, "none": usual.byteLimit
            case let limit?: try arguments.size(limit, of: "--preview-cache")
            }
    }

    /// The folder as it is without options.
    init(in cache: IndexCache) { (path, byteLimit) = (Self.path(in: cache), Self.defaultLimit) }

    /// The store, which tells on standard error when it cannot keep anything.
    var store: PreviewStore? { store(telling: Output.warn) }

    /// The store, which tells somebody when it cannot keep anything.
    func store(telling complain: @escaping @Sendable (String) -> Void) -> PreviewStore? {
        path.map { path in
            PreviewStore(folder: path, byteLimit: byteLimit, log: complain)
        }
    }

    private static func path(in cache: IndexCache) -> String? {
        cache.folder.map { $0 + "/previews" }
    }
}
