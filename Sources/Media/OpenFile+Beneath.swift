import CSandbox
import Glibc

extension OpenFile {
    /// Opens the file with a name below a folder that is held open.
    ///
    /// No step of the name follows a link or leaves the folder, whatever others put there meanwhile.
    public convenience init(_ name: String, beneath folder: CInt) throws(MediaError) {
        var file = vn_open_beneath(folder, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        // Kernels before 5.6 do not know the call, and some containers forbid it unknown.
        if file < 0, errno == ENOSYS || errno == EPERM {
            file = Self.step(to: name, beneath: folder)
        }
        guard file >= 0 else { throw .cannotOpen(file: name, reason: SystemFailure().reason) }
        try self.init(owning: file, name: name)
    }

    /// Goes folder by folder to a name, and returns as `openat` does.
    static func step(to name: String, beneath folder: CInt) -> CInt {
        let steps = name.split(separator: "/").map(String.init)
        guard let last = steps.last, !name.hasPrefix("/"), !steps.contains("..") else {
            errno = EXDEV
            return -1
        }
        var place = fcntl(folder, F_DUPFD_CLOEXEC, 0)
        for step in steps.dropLast() where place >= 0 {
            let next = openat(place, step, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            leave(place)
            place = next
        }
        guard place >= 0 else { return place }
        defer { leave(place) }
        return openat(place, last, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    }

    /// Closes a folder, and leaves the number of the last error as it is.
    private static func leave(_ folder: CInt) {
        let error = errno
        close(folder)
        errno = error
    }
}
