import Basics
import System

/// What the operator has named elsewhere: a file, or a place that lists many.
///
/// Its text may hold a signature, as that of a ``RemoteAddress`` may; people see ``name``.
package enum RemotePlace: Hashable, Sendable {
    /// A file on a web server.
    case file(RemoteAddress)
    /// A folder on a web server, which lists it as JSON; the path ends with a slash.
    case folder(RemoteAddress)
    /// An object in a bucket, or all objects below it; all of the bucket where the key is empty.
    case bucket(String, key: String)

    private static let bucketScheme = "s3://"

    /// Whether a name is meant as a place elsewhere rather than a file's.
    package static func isOne(_ text: String) -> Bool {
        RemoteAddress.isOne(text) || text.lowercased().hasPrefix(bucketScheme)
    }

    /// Reads what the operator has named.
    ///
    /// - Throws: ``RemoteAddress/Refusal``, which does not hold it.
    package init(_ text: String) throws(RemoteAddress.Refusal) {
        guard text.lowercased().hasPrefix(Self.bucketScheme) else {
            let address = try RemoteAddress(text)
            self = address.path.hasSuffix("/") ? .folder(address) : .file(address)
            return
        }
        let parts = text.dropFirst(Self.bucketScheme.count)
            .split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let bucket = parts.first.map(String.init) ?? ""
        // Names of buckets, also those of old and of other stores.
        guard !bucket.isEmpty, bucket.utf8.allSatisfy(\.isUnreserved), bucket.first != "." else {
            throw .bucket
        }
        self = .bucket(bucket, key: parts.count == 2 ? String(parts[1]) : "")
    }

    /// The name that people see: the last of the path, else the host or the bucket.
    package var name: String {
        switch self {
        case .file(let address), .folder(let address): address.name
        case .bucket(let bucket, let key):
            (key.split(separator: "/").last.map(String.init) ?? bucket).readable
        }
    }

    /// What stays when it is signed anew.
    package var unsigned: String {
        switch self {
        case .file(let address), .folder(let address): address.unsigned
        case .bucket(let bucket, let key): Self.bucketScheme + bucket + "/" + key
        }
    }

    /// Whether it can be no file, but only a place that lists files.
    var isFolder: Bool {
        switch self {
        case .file: false
        case .folder: true
        case .bucket(_, let key): key.isEmpty || key.hasSuffix("/")
        }
    }
}
