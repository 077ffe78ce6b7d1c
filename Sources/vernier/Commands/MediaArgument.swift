import FoundationEssentials
import Library
import Media
import Remote
import System

/// A file that was named, or found in a folder that was.
struct MediaArgument {
    let name: String
    private let opened: () throws -> OpenFile

    /// The files that a name leads to, in the order of their names.
    static func all(named path: String, _ remote: RemoteSetup) -> [MediaArgument] {
        do {
            if let address = try MediaPlaces.address(path) {
                return [MediaArgument(name: address.name) { try remote.open(address) }]
            }
            let listing = try MediaLibrary([path]).listing
            guard listing.isEmpty else { return listing.map { MediaArgument($0, path) } }
            throw Failure(.noInput, "\(path.readable): no media file is in it")
        } catch {
            return [MediaArgument(name: path.readable) { throw error }]
        }
    }

    private init(name: String, opened: @escaping () throws -> OpenFile) {
        (self.name, self.opened) = (name, opened)
    }

    private init(_ entry: MediaLibrary.Entry, _ path: String) {
        var isFolder = false
        _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        let folder = path.hasSuffix("/") ? path : path + "/"
        self.init(name: isFolder ? folder.readable + entry.name : path.readable) {
            try entry.open()
        }
    }

    /// Opens the file, or says why it cannot be.
    func open() throws -> OpenFile { try opened() }
}
