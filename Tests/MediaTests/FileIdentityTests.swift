import Glibc
import TestSupport
import Testing

@testable import Media

@Suite("The identity of a file", .scratchDirectory)
struct FileIdentityTests {
    /// Seconds since 1970.
    ///
    /// 64 bits of nanoseconds end in 2262, the times of most file systems in 2446.
    static let times = [10_413_792_000, 9_300_000_000, -1, -2_000_000_000, 0]

    @Test(arguments: times)
    func `a file is opened with any modification time`(_ seconds: Int) throws {
        let identity = try file(changed: seconds, 5).identity
        #expect(identity.modified == .seconds(seconds) + .nanoseconds(5))
        #expect((identity.age > .zero) == (seconds < time(nil)))
        #expect(identity.isQuiet())
    }

    @Test(arguments: times)
    func `differs when the time differs by a nanosecond`(_ seconds: Int) throws {
        let older = try file(changed: seconds, 5).identity
        let newer = try file(changed: seconds, 6).identity
        #expect(older != newer && older.description != newer.description)
        #expect(newer.modified - older.modified == .nanoseconds(1))
        #expect(newer.canFollow(older))
    }

    @Test func `has nanoseconds since 1970 as its stamp`() throws {
        let identity = try file(changed: 1_700_000_000, 123_456_789).identity
        #expect(identity.stamp == 1_700_000_000_123_456_789)
    }

    @Test(arguments: [Int.min, -1, 10_413_792_000, .max])
    func `a store takes files of any time`(_ seconds: Int) throws {
        let store = StoreFolder(path: Scratch.directory, ending: ".vnix")
        let name = String(repeating: "0", count: 32)
        let path = try Scratch.write([1], to: name + ".vnix")
        let unfinished = try Scratch.write([1], to: name + ".vnix-new")
        for path in [path, unfinished] { change(path, at: seconds, 0) }
        // File systems clamp times to their range.
        let kept = try OpenFile(path: path).identity.modified
        #expect(store.items.map(\.lastUse) == [kept])
        store.sweep()
        #expect((access(unfinished, F_OK) != 0) == (kept < .seconds(time(nil) - 3600)))
    }

    private func file(changed seconds: Int, _ nanoseconds: Int) throws -> OpenFile {
        let path = try Scratch.write([1], to: "a.mp4")
        change(path, at: seconds, nanoseconds)
        return try OpenFile(path: path)
    }

    private func change(_ path: String, at seconds: Int, _ nanoseconds: Int) {
        let time = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
        utimensat(AT_FDCWD, path, [time, time], 0)
    }
}
