import Glibc

/// What the system knows of a file, a folder or whatever else has a name.
package struct FileStatus: Sendable {
    /// What has the name.
    package enum Kind: Sendable {
        case file, folder, socket
        /// A link that was not followed, a pipe, a device.
        case other
    }

    /// What it is.
    package let kind: Kind
    /// The device that holds it, and its number there.
    package let device, inode: UInt64
    /// Its length in bytes.
    package let size: Int64
    /// How many names it has.
    package let names: UInt64
    /// When its content last changed, since 1970; users can set it to any time.
    package let modified: Duration
    /// Whether others than its owner may do anything with it.
    package let isOpenToOthers: Bool

    init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .file
        case S_IFDIR: kind = .folder
        case S_IFSOCK: kind = .socket
        default: kind = .other
        }
        (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
        (size, names) = (Int64(status.st_size), UInt64(status.st_nlink))
        modified = Duration(sinceEpoch: status.st_mtim)
        isOpenToOthers = status.st_mode & 0o077 != 0
    }

    /// Whether both are of the same file.
    package func isSame(as other: FileStatus) -> Bool {
        device == other.device && inode == other.inode
    }
}

/// How a file or a folder is opened; never so that programs that are started inherit it.
package struct OpenMode: OptionSet, Sendable {
    package let rawValue: CInt

    package init(rawValue: CInt) { self.rawValue = rawValue }

    /// Writing instead of reading.
    package static let writing = OpenMode(rawValue: O_WRONLY)
    /// Writing and reading.
    package static let both = OpenMode(rawValue: O_RDWR)
    /// Makes the file if there is none.
    package static let created = OpenMode(rawValue: O_CREAT)
    /// Makes the file, which must not exist.
    package static let new = OpenMode(rawValue: O_CREAT | O_EXCL)
    /// Each write goes to the end.
    package static let appending = OpenMode(rawValue: O_APPEND)
    /// Fails where the name is a link.
    package static let noLink = OpenMode(rawValue: O_NOFOLLOW)
    /// Waits for nobody, as who opens a pipe would.
    package static let unblocked = OpenMode(rawValue: O_NONBLOCK)
    /// Fails for what is no folder.
    package static let folder = OpenMode(rawValue: O_DIRECTORY)

    var flags: CInt { rawValue | O_CLOEXEC }
}
