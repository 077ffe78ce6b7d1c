import Foundation
import Glibc
import TestSupport
import Testing

@testable import Media
@testable import System

/// With both methods: by openat2, and stepwise for kernels that do not have it.
@Suite("Opening beneath a folder", .scratchDirectory)
struct OpenFileTests {
    enum OpenMethod: CaseIterable, Sendable {
        case kernel, steps

        func open(_ name: String, beneath folder: CInt) throws -> OpenFile {
            switch self {
            case .kernel: return try OpenFile(name, beneath: Descriptor(folder))
            case .steps:
                let file: OwnedDescriptor
                do throws(SystemFailure) {
                    file = try Descriptor(folder).openStepwise(beneath: name)
                } catch {
                    throw MediaError.cannotOpen(file: name, reason: error.reason)
                }
                return try OpenFile(file, name: name)
            }
        }
    }

    @Test(arguments: OpenMethod.allCases, ["a.mp4", "sub/a.mp4", "sub/deep/a.mp4"])
    func `files of the folder are opened`(_ method: OpenMethod, _ name: String) throws {
        try makeMaze()
        try within(Scratch.directory + "/media") { folder in
            let file = try method.open(name, beneath: folder)
            #expect(file.name == name && file.bytes(in: 0..<9) == Array("mine".utf8))
        }
    }

    @Test(
        arguments: OpenMethod.allCases,
        [
            "../secret.mp4", "sub/../../secret.mp4", "..", "link.mp4", "link/secret.mp4",
            "absolute.mp4", "inside.mp4", "inside/a.mp4", "sub/up/secret.mp4", "pipe.mp4", "sub",
            "sub/pipe.mp4", "none.mp4", "none/a.mp4", "a.mp4/a.mp4", "", "empty.mp4", "/a.mp4",
        ]
    )
    func `links, paths out of it and what is no file are not`(
        _ method: OpenMethod,
        _ name: String
    ) throws {
        try makeMaze()
        try within(Scratch.directory + "/media") { folder in
            #expect(throws: MediaError.self) { try method.open(name, beneath: folder) }
        }
    }

    @Test(arguments: OpenMethod.allCases)
    func `an absolute name is not one below the folder`(_ method: OpenMethod) throws {
        try makeMaze()
        try within(Scratch.directory + "/media") { folder in
            for name in ["/secret.mp4", "/media/a.mp4"].map({ Scratch.directory + $0 }) {
                #expect(throws: MediaError.self) { try method.open(name, beneath: folder) }
            }
        }
    }

    @Test(arguments: OpenMethod.allCases, ["null", "zero", "tty", "fd/0", "stdin"])
    func `devices are not opened as files`(_ method: OpenMethod, _ name: String) throws {
        try within("/dev") { folder in
            #expect(throws: MediaError.self) { try method.open(name, beneath: folder) }
        }
    }

    @Test(arguments: OpenMethod.allCases, ["exe", "root/etc/passwd", "cwd/Package.swift"])
    func `the links that the kernel makes are not followed`(
        _ method: OpenMethod,
        _ name: String
    ) throws {
        try within("/proc/self") { folder in
            #expect(throws: MediaError.self) { try method.open(name, beneath: folder) }
        }
    }

    @Test(arguments: OpenMethod.allCases)
    func `a link that comes and goes in mid-path is never followed`(_ method: OpenMethod) throws {
        try makeMaze()
        let path = Scratch.directory + "/media"
        let swapping = Thread { for _ in 0..<4000 { Self.swap(path + "/sub", path + "/other") } }
        swapping.start()
        var opened = 0
        try within(path) { folder in
            while !swapping.isFinished {
                guard let file = try? method.open("sub/a.mp4", beneath: folder) else { continue }
                #expect(file.bytes(in: 0..<9) == Array("mine".utf8))
                opened += 1
            }
        }
        #expect(opened > 0)
    }

    /// Exchanges what two names lead to.
    private static func swap(_ one: String, _ other: String) {
        let aside = one + ".aside"
        for (name, new) in [(one, aside), (other, one), (aside, other)] { rename(name, new) }
    }

    private func within(_ path: String, _ body: (CInt) throws -> Void) throws {
        let folder = open(path, O_RDONLY | O_DIRECTORY)
        defer { close(folder) }
        try #require(folder >= 0)
        try body(folder)
    }

    /// Media in a folder, secrets beside it, and links to both.
    private func makeMaze() throws {
        let root = Scratch.directory
        let manager = FileManager.default
        for folder in ["media/sub/deep", "secrets"] {
            let path = "\(root)/\(folder)"
            try manager.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        for name in ["media/a.mp4", "media/sub/a.mp4", "media/sub/deep/a.mp4"] {
            _ = try Scratch.write("mine".utf8, to: name)
        }
        for name in ["secret.mp4", "secrets/secret.mp4", "secrets/a.mp4"] {
            _ = try Scratch.write("secret".utf8, to: name)
        }
        _ = try Scratch.write([], to: "media/empty.mp4")
        for (name, place) in [
            "link.mp4": "../secret.mp4", "link": "../secrets", "absolute.mp4": "\(root)/secret.mp4",
            "inside.mp4": "a.mp4", "inside": "sub", "sub/up": "../..", "other": "../secrets",
        ] {
            symlink(place, "\(root)/media/\(name)")
        }
        for name in ["media/pipe.mp4", "media/sub/pipe.mp4"] { mkfifo("\(root)/\(name)", 0o600) }
    }
}
