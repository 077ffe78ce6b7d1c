import Foundation
import Glibc
import TestSupport

/// The test's folder, as somebody who has access to it changes it.
enum Folder {
    /// The absolute path of a name in the folder.
    static func path(_ name: String = "media") -> String { Scratch.directory + "/" + name }

    /// Writes a file, and the folders that it is in.
    static func write(_ name: String, bytes: Int = 1, secondsAgo: Double = 60) throws {
        let folder = URL(filePath: path(name)).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let content = repeatElement(UInt8(7), count: bytes)
        _ = try Scratch.write(content, to: name, secondsAgo: secondsAgo)
    }

    static func link(_ name: String, to destination: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: path(name),
            withDestinationPath: destination
        )
    }

    static func pipe(_ name: String) { mkfifo(path(name), 0o600) }

    static func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path(name))
    }

    static func move(_ name: String, to other: String) throws {
        try FileManager.default.moveItem(atPath: path(name), toPath: path(other))
    }
}
