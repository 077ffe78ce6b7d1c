/// What a web server tells of a folder of its, as nginx does by `autoindex_format json`.
///
/// See <https://nginx.org/en/docs/http/ngx_http_autoindex_module.html>.
public struct FolderDocument: JSONDocument, Equatable {
    /// A file or a folder in it.
    public struct Item: Codable, Equatable, Sendable {
        /// Its name, without a path.
        public var name: String
        /// `file`, `directory` or `other`.
        public var type: String
        /// When it was changed, as a date of HTTP.
        public var mtime: String?
        /// The bytes of a file.
        public var size: Int64?
    }

    /// All that is in it.
    public var items: [Item]

    /// Reads the list, which is the whole document.
    public init(from decoder: any Decoder) throws {
        items = try decoder.singleValueContainer().decode([Item].self)
    }

    /// Writes the list.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(items)
    }
}
