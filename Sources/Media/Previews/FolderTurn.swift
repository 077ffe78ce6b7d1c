import Glibc

/// The turn at writing in a store's folder, for which other processes wait.
///
/// Who has it knows that no file there grows or leaves meanwhile. It ends with the value, or
/// with the process.
struct FolderTurn: ~Copyable {
    private let descriptor: CInt
    /// A process that was stopped in its turn must not stop all others.
    static let patience = Duration.seconds(5)

    /// Waits for the turn; `nil` when it does not come.
    init?(in folder: StoreFolder, patience: Duration = patience) throws(StoreFolder.Failure) {
        descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreFolder.Failure() }
        let start = ContinuousClock.now
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw StoreFolder.Failure() }
            guard .now - start < patience else { return nil }
            usleep(2000)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
