import FoundationEssentials
import Timeline
import Transport
import Wire

/// The page's files, which are read into memory at the start.
struct PageFiles {
    /// One file, ready to be sent.
    struct File {
        let bytes: [UInt8]
        let type: String
        let tag: String

        init(bytes: [UInt8], type: String) {
            (self.bytes, self.type) = (bytes, type)
            // Collisions are unlikely by chance, and nobody gains by causing one.
            tag = String(Checksum.of(bytes[...]), radix: 36)
        }

        /// An API document.
        init(_ document: APIDocument) {
            self.init(bytes: document.json, type: "application/json")
        }
    }

    private let files: [String: File]

    /// The files with these contents, by their names; those of unknown types are left out.
    init(_ contents: [String: [UInt8]]) {
        var files: [String: File] = [:]
        for (name, bytes) in contents {
            guard let type = Self.types[URL(filePath: name).pathExtension] else { continue }
            files[name] = File(bytes: bytes, type: type)
        }
        self.files = files
    }

    /// The page that was asked for.
    init(_ page: ServerSettings.Page) throws(PageError) {
        switch page {
        case .own: self = .own
        case .folder(let path): try self.init(folder: path)
        case .none: self.init([:])
        }
    }

    /// Reads the folder at `path`.
    init(folder path: String) throws(PageError) {
        let root = URL(filePath: path, directoryHint: .isDirectory).resolvingSymlinksInPath()
        let names = try? FileManager.default.subpathsOfDirectory(atPath: root.path)
        var contents: [String: [UInt8]] = [:]
        for name in names ?? [] where Self.types[URL(filePath: name).pathExtension] != nil {
            guard let data = try? Data(contentsOf: root.appending(path: name)) else { continue }
            contents[name] = Array(data)
        }
        guard contents["index.html"] != nil else { throw .noPage(path) }
        self.init(contents)
    }

    /// The file with a name below the folder.
    subscript(name: String) -> File? { files[name] }

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "json": "application/json",
        "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "ico": "image/x-icon",
        "ts": "text/plain; charset=utf-8", "wasm": "application/wasm",
        "webmanifest": "application/manifest+json",
    ]
}

extension Response {
    /// The Content-Security-Policy: the page may load its own files, its own server's answers, and
    /// pictures that it creates itself.
    ///
    /// WebAssembly needs `wasm-unsafe-eval`, which allows no other evaluation.
    private static let pagePolicy = (
        "content-security-policy",
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:;"
            + " media-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none';"
            + " frame-ancestors 'none'"
    )

    /// A file of the page, or 304 if the client has it already.
    init(_ file: PageFiles.File, _ request: Request) {
        let tag = "\"\(file.tag)\""
        // Browsers apply the policy of a 304 to the copy in their cache.
        let headers = [("etag", tag), Self.revalidate, Self.pagePolicy]
        guard !request.matches(tag) else {
            self.init(status: 304, headers: headers)
            return
        }
        self.init(
            status: 200,
            headers: headers + [("content-type", file.type)],
            body: .bytes(file.bytes)
        )
    }
}

/// Why the page cannot be served.
package enum PageError: Error, Equatable, CustomStringConvertible {
    /// The folder holds no `index.html`.
    case noPage(String)

    /// What failed, on which folder, and what to do.
    package var description: String {
        switch self {
        case .noPage(let path):
            "\(path): holds no index.html; without --web the program's own page is served"
        }
    }
}
