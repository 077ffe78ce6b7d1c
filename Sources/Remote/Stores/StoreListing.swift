package import Media
import Synchronization

/// A file that was found elsewhere, or what there is instead.
package struct RemoteItem: Sendable {
    /// Where it lies.
    package let address: RemoteAddress
    /// Its name below the place, as its server has it.
    package let name: String
    /// What its server tells of it.
    package let found: Result<RemoteObject, RemoteFault>
}

/// What is known of the files in a folder of a web server, whose list names no versions.
struct KnownFiles {
    var files: [RemoteAddress: (listed: FolderPage.File, object: RemoteObject)] = [:]

    /// A file that is listed as it was before, and of which no change has been met since.
    func object(at address: RemoteAddress, listed file: FolderPage.File) -> RemoteObject? {
        guard let known = files[address], known.listed == file,
            known.object.identity == known.object.known
        else { return nil }
        return known.object
    }
}

extension RemoteMedia {
    /// How much is looked at in one place.
    struct Limits {
        /// The most files.
        var files = 10_000
        /// The most pages of lists, and how many folders below the place are looked into.
        var (pages, depth) = (1000, 8)
    }

    /// What is at places now: the files that are named, and those in folders and buckets that are
    /// media by their names.
    ///
    /// Blocks until the servers of all have answered or failed.
    package func content(
        of places: [RemotePlace],
        where isMedia: (String) -> Bool
    ) -> [Result<[RemoteItem], RemoteFault>] {
        let files = places.map { $0.isFolder ? nil : file(at: $0) }
        var found = look(at: files.compactMap { $0 }).makeIterator()
        return zip(places, files).map { place, address in
            let item = address.flatMap { address in
                found.next().map { RemoteItem(address: address, name: place.name, found: $0) }
            }
            return Result { () throws(RemoteFault) in
                guard let item else { return try list(place, where: isMedia) }
                guard case .bucket(let bucket, let key) = place, item.isMissing else {
                    return [item]
                }
                let below = try? list(.bucket(bucket, key: key + "/"), where: isMedia)
                return below.flatMap { $0.isEmpty ? nil : $0 } ?? [item]
            }
        }
    }

    private func file(at place: RemotePlace) -> RemoteAddress? {
        switch place {
        case .file(let address), .folder(let address): address
        case .bucket(let bucket, let key): try? store.address(of: key, in: bucket)
        }
    }

    private func list(
        _ place: RemotePlace,
        where isMedia: (String) -> Bool
    ) throws(RemoteFault) -> [RemoteItem] {
        switch place {
        case .file: []
        case .folder(let address): try list(folder: address, of: place, where: isMedia)
        case .bucket(let bucket, let key): try list(bucket, key, where: isMedia)
        }
    }
}

extension RemoteItem {
    /// Whether its server says that there is no such file; without the right to list a bucket, a
    /// store does not tell that from one that is closed.
    fileprivate var isMissing: Bool {
        if case .failure(.status(let status)) = found {
            [403, 404].contains(status)
        } else {
            false
        }
    }
}

// MARK: - Buckets

extension RemoteMedia {
    /// The objects below a prefix, in the versions that the list tells.
    private func list(
        _ bucket: String,
        _ prefix: String,
        where isMedia: (String) -> Bool
    ) throws(RemoteFault) -> [RemoteItem] {
        let limits = Limits()
        var (items, token, pages) = ([RemoteItem](), String?.none, 0)
        repeat {
            guard let address = try? store.page(of: prefix, in: bucket, after: token) else { break }
            let page = try page(at: address, as: .bucket)
            for file in page.files where isMedia(file.name) {
                if let item = item(file, below: prefix, in: bucket) { items.append(item) }
            }
            (token, pages) = (page.next, pages + 1)
        } while token != nil && items.count < limits.files && pages < limits.pages
        return Array(items.prefix(limits.files))
    }

    private func item(
        _ file: FolderPage.File,
        below prefix: String,
        in bucket: String
    ) -> RemoteItem? {
        guard file.name.hasPrefix(prefix),
            let address = try? store.address(of: file.name, in: bucket)
        else { return nil }
        let object = RemoteObject(address, RemoteVersion(size: file.size, tag: file.tag))
        let name = String(file.name.dropFirst(prefix.count))
        return RemoteItem(address: address, name: name, found: .success(object))
    }
}

// MARK: - Folders of web servers

extension RemoteMedia {
    private struct Listed {
        let file: FolderPage.File
        let address: RemoteAddress
        let name: String
    }

    /// The files in a folder and in those below it, of which those are asked for that are listed
    /// otherwise than before.
    private func list(
        folder: RemoteAddress,
        of place: RemotePlace,
        where isMedia: (String) -> Bool
    ) throws(RemoteFault) -> [RemoteItem] {
        let listed = try files(below: folder).filter { isMedia($0.name) }
        let before = known.withLock { $0[place] } ?? KnownFiles()
        let old = listed.map { before.object(at: $0.address, listed: $0.file) }
        let new = zip(listed, old).filter { $1 == nil }.map(\.0.address)
        var looks = look(at: new).makeIterator()
        var now = KnownFiles()
        let items = zip(listed, old).map { listed, object in
            let found = object.map { .success($0) } ?? looks.next() ?? .failure(.lost)
            if case .success(let object) = found {
                now.files[listed.address] = (listed.file, object)
            }
            return RemoteItem(address: listed.address, name: listed.name, found: found)
        }
        known.withLock { [now] in $0[place] = now }
        return items
    }

    /// All files below a folder, those of each folder before those below it.
    private func files(below folder: RemoteAddress) throws(RemoteFault) -> [Listed] {
        let limits = Limits()
        var (files, pages) = ([Listed](), 0)
        var waiting = [(address: folder, path: "", depth: 0)]
        while !waiting.isEmpty, files.count < limits.files, pages < limits.pages {
            let next = waiting.removeFirst()
            let page = try page(at: next.address, as: .folder)
            pages += 1
            for file in page.files {
                guard let address = next.address.file(file.name) else { continue }
                files.append(Listed(file: file, address: address, name: next.path + file.name))
            }
            guard next.depth < limits.depth else { continue }
            for name in page.folders {
                guard let address = next.address.folder(name) else { continue }
                waiting.append((address, next.path + name + "/", next.depth + 1))
            }
        }
        return Array(files.prefix(limits.files))
    }
}
