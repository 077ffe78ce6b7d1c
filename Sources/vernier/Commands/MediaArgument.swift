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
            if let place = try MediaPlaces.remotePlace(path) {
                let found = try remote.entries(at: place)
                guard found.isEmpty else { return found.map { MediaArgument($0, of: place) } }
            } else {
                let listing = try MediaLibrary([path]).listing
                guard listing.isEmpty else { return listing.map { MediaArgument($0, path) } }
            }
            throw Failure(.noInput, "\(path.readable): no media file is in it")
        } catch {
            let name = (try? MediaPlaces.remotePlace(path))?.name ?? path.readable
            return [MediaArgument(name: name) { throw error }]
        }
    }

    private init(_ entry: MediaLibrary.Entry, of place: RemotePlace) {
        // Where the place is the file, both have the same name.
        let name = entry.name == place.name ? entry.name : place.name + "/" + entry.name
        self.init(name: name) { try entry.open() }
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
