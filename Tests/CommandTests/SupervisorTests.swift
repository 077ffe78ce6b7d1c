import Foundation
import Server
import TestSupport
import Testing

@testable import Transport
@testable import vernier

/// The words and variables are those of `sd_notify(3)` and `sd_watchdog_enabled(3)`.
@Suite("The supervisor", .scratchDirectory)
struct SupervisorTests {
    @Test func `it hears the words that systemd knows`() throws {
        let notifications = try NotifySocket()
        let supervisor = try notifications.supervisor()
        for notification in [Supervisor.Notification.ready, .alive, .stopping] {
            supervisor.notify(notification)
        }
        #expect(notifications.all() == ["READY=1", "WATCHDOG=1", "STOPPING=1"])
    }

    @Test func `it may be in no file system`() throws {
        let notifications = try NotifySocket(path: "@vernier-\(UUID().uuidString)")
        try notifications.supervisor().notify(.ready)
        #expect(notifications.all() == ["READY=1"])
    }

    @Test func `one that has gone is no error, and its successor is told`() throws {
        let supervisor = try NotifySocket().supervisor()
        supervisor.notify(.alive)
        try FileManager.default.removeItem(atPath: Scratch.directory + "/notify")
        let successor = try NotifySocket()
        supervisor.notify(.stopping)
        #expect(successor.all() == ["STOPPING=1"])
    }

    @Test(
        arguments: [
            [:], ["NOTIFY_SOCKET": ""], ["NOTIFY_SOCKET": "vsock:2:1234"],
            ["NOTIFY_SOCKET": "/" + String(repeating: "x", count: 200)],
        ] as [[String: String]]
    )
    func `without its address there is none`(_ variables: [String: String]) {
        #expect(Supervisor(of: 1) { variables[$0] } == nil)
    }

    @Test(
        arguments: [
            ([:], nil), (["WATCHDOG_USEC": "3000000"], .seconds(3)),
            (["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "7"], .seconds(3)),
            (["WATCHDOG_USEC": "3000000", "WATCHDOG_PID": "8"], nil),
            (["WATCHDOG_USEC": "0"], nil), (["WATCHDOG_USEC": "soon"], nil),
        ] as [([String: String], Duration?)]
    )
    func `its timeout is meant for one process`(
        _ variables: [String: String],
        _ timeout: Duration?
    ) throws {
        let all = variables.merging(["NOTIFY_SOCKET": "/x"]) { $1 }
        #expect(try #require(Supervisor(of: 7) { all[$0] }).timeout == timeout)
    }
}

/// The variables are those of `sd_listen_fds(3)`.
@Suite("Inherited sockets")
struct InheritedSocketTests {
    private func inherited(_ variables: [String: String]) throws -> vernier.InheritedSocket? {
        try vernier.InheritedSocket(for: 7) { variables[$0] }
    }

    @Test func `the first descriptor after those of every program is it`() throws {
        let socket = try inherited(["LISTEN_PID": "7", "LISTEN_FDS": "1"])
        #expect(socket?.address == .inherited(descriptor: 3))
    }

    @Test(
        arguments: [
            [:], ["LISTEN_FDS": "1"], ["LISTEN_PID": "7"], ["LISTEN_PID": "8", "LISTEN_FDS": "1"],
            ["LISTEN_PID": "7", "LISTEN_FDS": "0"], ["LISTEN_PID": "7", "LISTEN_FDS": "-1"],
            ["LISTEN_PID": "seven", "LISTEN_FDS": "1"], ["LISTEN_PID": "7", "LISTEN_FDS": "one"],
        ] as [[String: String]]
    )
    func `what is meant for another process is not taken`(_ variables: [String: String]) throws {
        #expect(try inherited(variables) == nil)
    }

    @Test func `several are one too many`() {
        #expect(throws: Failure(.usage, "2 sockets were inherited; one server takes one")) {
            try inherited(["LISTEN_PID": "7", "LISTEN_FDS": "2"])
        }
    }
}
