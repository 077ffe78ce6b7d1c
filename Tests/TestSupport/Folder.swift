import Foundation
import Glibc

/// Changes files in the test's folder.
public enum Folder {
    /// The absolute path of a name in the folder.
    public static func path(_ name: String = "media") -> String { Scratch.directory + "/" + name }

    /// Writes a file, and the folders that it is in.
    public static func write(_ name: String, bytes: Int = 1, secondsAgo: Double = 60) throws {
        let folder = URL(filePath: path(name)).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let content = repeatElement(UInt8(7), count: bytes)
        _ = try Scratch.write(content, to: name, secondsAgo: secondsAgo)
    }

    /// Makes a symbolic link.
    public static func link(_ name: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: path(name),
            withDestinationPath: destination
        )
    }

    /// Makes a named pipe.
    public static func pipe(_ name: String) { mkfifo(path(name), 0o600) }

    /// Removes a file or a folder.
    public static func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path(name))
    }

    /// Gives a file or a folder another name.
    public static func move(_ name: String, to other: String) throws {
        try FileManager.default.moveItem(atPath: path(name), toPath: path(other))
    }
}
