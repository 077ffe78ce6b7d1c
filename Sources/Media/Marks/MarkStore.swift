/// What people have marked in files, on disk: bytes that somebody else understands.
///
/// People's work and not a cache: nothing leaves by itself. Safe on every thread.
public struct MarkStore: Sendable {
    private let folder: StoreFolder

    /// Creates a store in a folder, which is made when the first marks are kept.
    public init(folder: String) { self.folder = StoreFolder(path: folder, ending: ".vnmk") }

    /// The bytes of a name, if there are any, and no more than `limit`.
    public func bytes(of name: String, atMost limit: Int) -> [UInt8]? {
        folder.read(name, atMost: limit)
    }

    /// Keeps bytes by a name, in the place of those before; whole or not at all.
    ///
    /// - Throws: ``MediaError/cannotWrite(file:reason:)`` that names the folder.
    public func keep(_ bytes: [UInt8], as name: String) throws(MediaError) {
        do throws(StoreFolder.Failure) {
            try folder.write(bytes, to: name)
            folder.sweep()
        } catch {
            throw .cannotWrite(file: folder.path, reason: error.reason)
        }
    }

    /// Gives what is kept by a name another one, so that nothing takes its place.
    public func setAside(_ name: String) { folder.setAside(name) }
}
