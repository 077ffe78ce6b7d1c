import Foundation
import Glibc
import TestSupport
import Testing

@testable import Server
@testable import System
@testable import Transport
@testable import vernier

/// The socket of a supervisor, which receives what the program notifies it of.
final class NotifySocket: Sendable {
    let path: String
    private let descriptor: CInt

    init(path: String = Scratch.directory + "/notify") throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        let address = try #require(UnixAddress(path: path))
        #expect(address.withPointer { bind(descriptor, $0, $1) } == 0)
    }

    deinit { close(descriptor) }

    /// The supervisor that a program here would have.
    func supervisor(timeout: Int? = nil) throws -> Supervisor {
        var variables = ["NOTIFY_SOCKET": path]
        variables["WATCHDOG_USEC"] = timeout.map(String.init)
        return try #require(Supervisor(of: 1) { variables[$0] })
    }

    /// The next word; `nil` when none comes within a time.
    func next(seconds: Double = 10) -> String? {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard Glibc.poll(&poll, 1, CInt(seconds * 1000)) == 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count >= 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }

    /// All words that have come.
    func all() -> [String] {
        var words: [String] = []
        while let word = next(seconds: 0) { words.append(word) }
        return words
    }
}
