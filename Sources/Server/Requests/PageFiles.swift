import FoundationEssentials
import Wire

/// The page's files, read into memory once.
struct PageFiles {
    /// One file, ready to be sent.
    struct File {
        let bytes: [UInt8]
        let type: String
        let tag: String

        init(bytes: [UInt8], type: String) {
            (self.bytes, self.type, tag) = (bytes, type, PageFiles.tag(bytes))
        }

        /// What the server tells of itself.
        init(_ document: APIDocument) {
            self.init(bytes: document.json, type: "application/json")
        }
    }

    private let files: [String: File]

    /// Reads the folder at `path`; without one there is no page.
    init(folder path: String?) throws(PageError) {
        guard let path else {
            files = [:]
            return
        }
        let root = URL(filePath: path, directoryHint: .isDirectory).resolvingSymlinksInPath()
        let names = try? FileManager.default.subpathsOfDirectory(atPath: root.path)
        var files: [String: File] = [:]
        for name in names ?? [] {
            guard let type = Self.types[URL(filePath: name).pathExtension] else { continue }
            guard let data = try? Data(contentsOf: root.appending(path: name)) else { continue }
            files[name] = File(bytes: Array(data), type: type)
        }
        guard files["index.html"] != nil else { throw .noPage(path) }
        self.files = files
    }

    /// The file with a name below the folder.
    subscript(name: String) -> File? { files[name] }

    /// FNV-1a: files of one build differ, and nobody gains by making two that do not.
    private static func tag(_ bytes: [UInt8]) -> String {
        let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 36)
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "json": "application/json",
        "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "ico": "image/x-icon",
        "ts": "text/plain; charset=utf-8", "wasm": "application/wasm",
        "webmanifest": "application/manifest+json",
    ]
}

/// Why the page cannot be served.
package enum PageError: Error, Equatable, CustomStringConvertible {
    /// The folder holds no `index.html`.
    case noPage(String)

    /// What failed, on which folder, and what to do.
    package var description: String {
        switch self {
        case .noPage(let path): "\(path): holds no index.html; name the page's folder with --web"
        }
    }
}
