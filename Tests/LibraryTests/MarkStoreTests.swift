import Foundation
import Glibc
import TestSupport
import Testing

@testable import Library
@testable import Media

@Suite("Stored marks", .scratchDirectory)
struct MarkStoreTests {
    private var folder: String { Scratch.directory + "/deep/marks" }
    private var store: MarkStore { MarkStore(folder: folder) }
    private var path: String { folder + "/m.vnmk" }

    private func read() throws -> [UInt8]? { try store.bytes(of: "m", atMost: 10) }

    @Test func `are what was kept last, and none before`() throws {
        #expect(try read() == nil)
        for bytes in [[1, 2, 3], [4], []] as [[UInt8]] {
            try store.keep(bytes, as: "m")
            #expect(try read() == bytes)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["m.vnmk"])
    }

    /// How a file becomes one that cannot be read, by anybody.
    private static let obstacles: [(String, @Sendable (String) throws -> Void)] = [
        ("a link in a circle", { symlink($0, $0) }),
        (
            "a folder that is a file",
            { path in
                let folder = String(path.dropLast("/m.vnmk".count))
                rename(folder, folder + "-away")
                try Data().write(to: URL(filePath: folder))
            }
        ),
    ]

    @Test(arguments: obstacles.indices)
    func `that cannot be read are an error which names the file`(_ index: Int) throws {
        try store.keep([1], as: "m")
        unlink(path)
        try Self.obstacles[index].1(path)
        let error = #expect(throws: MediaError.self) { try read() }
        #expect("\(try #require(error))".contains(path))
    }

    @Test func `are not taken for none where no descriptor is left`() async {
        await #expect(processExitsWith: .success) {
            let folder = "/tmp/vernier-marks-\(getpid())"
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let store = MarkStore(folder: folder)
            try store.keep([1], as: "m")
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let most = limit.rlim_cur
            limit.rlim_cur = 0
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let error = #expect(throws: MediaError.self) { try store.bytes(of: "m", atMost: 10) }
            #expect(error.map { "\($0)".contains("Too many open files") } == true)
            limit.rlim_cur = most
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            #expect(try store.bytes(of: "m", atMost: 10) == [1])
        }
    }

    @Test func `that are longer than any, or a folder, are damaged and not missing`() throws {
        try store.keep([UInt8](repeating: 7, count: 11), as: "m")
        #expect(try read() == [])
        #expect(unlink(path) == 0 && mkdir(path, 0o700) == 0)
        #expect(try read() == [])
    }

    @Test func `are set aside as they are, at the place that is told`() throws {
        try store.keep([1, 2], as: "m")
        let place = try store.setAside("m")
        #expect(try Data(contentsOf: URL(filePath: place)) == Data([1, 2]))
        #expect(try read() == nil)
        #expect(throws: MediaError.self) { try store.setAside("m") }
    }

    @Test func `move with those set aside, and only where there are none of the name`() throws {
        let old = MarkStore(folder: Scratch.directory + "/old")
        for (name, byte) in [("m", 1), ("n", 2), ("o", 3)] as [(String, UInt8)] {
            try old.keep([byte], as: name)
        }
        let aside = try old.setAside("o")
        let draft = old.path + "/x.vnmk-new"
        try Data().write(to: URL(filePath: draft))
        try store.keep([9], as: "m")
        let first = try store.takeAll(from: old)
        #expect(first.moved == 2 && first.left == [old.path + "/m.vnmk"])
        #expect(try read() == [9])
        #expect(try store.bytes(of: "n", atMost: 10) == [2])
        let moved = folder + aside.dropFirst(old.path.count)
        #expect(try Data(contentsOf: URL(filePath: moved)) == Data([3]))
        let second = try store.takeAll(from: old)
        #expect(second.moved == 0 && second.left == first.left)
        #expect(access(draft, F_OK) == 0, "nobody knows whether it was written whole")
    }

    @Test func `whose move was cut short are moved in the end`() throws {
        let old = MarkStore(folder: Scratch.directory + "/old")
        try old.keep([1], as: "m")
        try store.keep([2], as: "other")
        #expect(link(old.path + "/m.vnmk", path) == 0)
        let result = try store.takeAll(from: old)
        #expect(result.moved == 1 && result.left.isEmpty)
        #expect(try read() == [1])
        #expect(access(old.path + "/m.vnmk", F_OK) != 0)
    }

    @Test func `from where there never were any are none`() throws {
        let result = try store.takeAll(from: MarkStore(folder: Scratch.directory + "/none"))
        #expect(result.moved == 0 && result.left.isEmpty)
    }
}
