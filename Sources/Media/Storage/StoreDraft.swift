package import System

/// A file of a store that is being written, under a temporary name until it is published.
///
/// Removed with this object otherwise. Calls block; one thread at a time writes, all may read.
package final class StoreDraft: Sendable {
    private let folder: StoreFolder
    private let place: FilePath
    private let file: OwnedDescriptor

    /// Makes an empty file, and the folder if it is missing.
    package init(in folder: StoreFolder) throws(SystemFailure) {
        try folder.makeFolders()
        let number = String(UInt64.random(in: 0...(.max)), radix: 36)
        place = FilePath("\(folder.path)/\(number)\(folder.unfinished)")
        file = try place.open([.both, .new], permissions: 0o600)
        self.folder = folder
    }

    deinit { try? place.remove() }

    /// Writes all of `bytes` at an offset.
    package func write(_ bytes: [UInt8], at offset: Int64) throws(SystemFailure) {
        try file.descriptor.write(bytes, at: offset)
    }

    /// Reads up to `buffer.count` bytes at `offset`, also once it is published; negative on failure.
    package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        (try? file.descriptor.read(at: offset, into: buffer)) ?? -1
    }

    /// Waits until the disk has it, and gives it the name of a file of the store.
    package func publish(as name: String) throws(SystemFailure) {
        try publish(asFile: name + folder.ending)
    }

    /// The same with any ending.
    func publish(asFile name: String) throws(SystemFailure) {
        file.descriptor.touch()
        try file.descriptor.flush()
        try place.rename(to: FilePath("\(folder.path)/\(name)"))
    }
}
