import Basics
import Media
import Wire
import XML

/// A page of what a place elsewhere lists.
struct FolderPage: Equatable, Sendable {
    /// A file, as the place tells of it.
    struct File: Hashable, Sendable {
        /// Its name below a folder, or its key in a bucket.
        var name: String
        /// All of its bytes.
        var size: Int64
        /// Its entity tag, if the list has that.
        var tag: String?
        /// When it was modified, if the list has that.
        var modified: String?
    }

    /// How a place lists what it has.
    enum Form: UInt64, Sendable {
        /// As S3 does by ListObjectsV2.
        case bucket
        /// As nginx does by `autoindex_format json`.
        case folder
    }

    var files: [File] = []
    /// The names of the folders in it, each of which lists what it has.
    var folders: [String] = []
    /// What the next page is asked by; `nil` for the last one.
    var next: String?

    /// The most bytes of a page, and what is taken of it.
    static let (byteLimit, most) = (Int64(16 << 20), 20_000)

    init(files: [File] = [], folders: [String] = [], next: String? = nil) {
        (self.files, self.folders, self.next) = (files, folders, next)
    }

    /// Reads a page.
    ///
    /// - Throws: ``RemoteFault/noListing`` for anything else.
    init(_ bytes: [UInt8], as form: Form) throws(RemoteFault) {
        switch form {
        case .bucket: try self.init(bucket: bytes)
        case .folder: try self.init(folder: bytes)
        }
    }

    private init(folder bytes: [UInt8]) throws(RemoteFault) {
        guard let list = try? FolderDocument(json: bytes) else { throw .noListing }
        for item in list.items.prefix(Self.most) where Self.isName(item.name) {
            switch item.type {
            case "file":
                files.append(File(name: item.name, size: item.size ?? 0, modified: item.mtime))
            case "directory": folders.append(item.name)
            default: continue
            }
        }
    }

    /// Whether a name leads to what is in a folder, and not elsewhere.
    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && !name.contains("/")
    }

    private init(bucket bytes: [UInt8]) throws(RemoteFault) {
        guard let list = try? XMLElement(document: bytes), list.name == "ListBucketResult" else {
            throw .noListing
        }
        let isEncoded = list.text(of: "EncodingType") == "url"
        for item in list.children(named: "Contents").prefix(Self.most) {
            guard let key = item.text(of: "Key"),
                let size = item.text(of: "Size").flatMap(Int64.init),
                let tag = item.text(of: "ETag"), !key.isEmpty, size >= 0
            else { throw .noListing }
            let name =
                isEncoded
                ? String(decoding: key.replacing("+", with: " ").percentDecoded, as: UTF8.self)
                : key
            files.append(File(name: name, size: size, tag: tag))
        }
        guard list.text(of: "IsTruncated") == "true" else { return }
        next = list.text(of: "NextContinuationToken")
    }
}
