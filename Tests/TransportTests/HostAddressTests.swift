import Glibc
import Testing

@testable import System
@testable import Transport

@Suite("Addresses of clients")
struct HostAddressTests {
    private static let network: [UInt8] = [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 1]
    private static let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]

    @Test(
        arguments: [
            ("192.0.2.7", [192, 0, 2, 7]),
            ("2001:db8:0:1::9", network + [0, 0, 0, 0, 0, 0, 0, 9]),
            ("2001:0DB8::1:0:0:0:9", network + [0, 0, 0, 0, 0, 0, 0, 9]),
            ("::ffff:192.0.2.7", [192, 0, 2, 7]),
            ("::1", [UInt8](repeating: 0, count: 15) + [1]),
        ] as [(String, [UInt8])]
    )
    func `an address is what its text says`(_ text: String, _ bytes: [UInt8]) {
        #expect(HostAddress(text) == HostAddress(bytes))
    }

    @Test(arguments: ["", "unix:", "192.0.2", "192.0.2.7:80", "[::1]", " ::1", "name", "::g"])
    func `what is no address is none`(_ text: String) {
        #expect(HostAddress(text) == nil)
        #expect(TrustedProxy(text) == nil)
    }

    @Test func `a network of IPv6 is one household, an address of IPv4 is itself in both`() {
        let one = HostAddress(Self.network + [0, 0, 0, 0, 0, 0, 0, 1])
        let other = HostAddress(Self.network + [9, 9, 9, 9, 9, 9, 9, 9])
        let next = HostAddress(Self.network.dropLast() + [2, 0, 0, 0, 0, 0, 0, 0, 1])
        #expect(one.household == other.household && one.household != next.household)
        #expect(one != other, "a proxy is one address, not its whole network")
        let there = HostAddress([192, 0, 2, 7])
        #expect(HostAddress(Self.mapped + [192, 0, 2, 7]).household == there.household)
        #expect(HostAddress(Self.mapped + [192, 0, 2, 8]).household != there.household)
    }

    @Test func `a peer by a pair of sockets has no address`() {
        var pair: [CInt] = [-1, -1]
        socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair)
        defer { for end in pair { close(end) } }
        #expect(HostAddress(of: Descriptor(pair[0])) == nil)
    }

    @Test(
        arguments: [
            ([], nil), (["192.0.2.7"], "192.0.2.7"),
            (["192.0.2.1, 192.0.2.7"], "192.0.2.7"), (["192.0.2.1", "192.0.2.7"], "192.0.2.7"),
            (["192.0.2.1, unix:"], nil), (["192.0.2.1,"], nil),
        ] as [([String], String?)]
    )
    func `of those whom a proxy names the last counts`(_ values: [String], _ client: String?) {
        let head = RequestHead(fields: values.isEmpty ? [:] : [.forwardedFor: values])
        #expect(head.forwarder == client.flatMap { HostAddress($0) })
    }

    @Test func `an address has as many as it may, and room again when one has gone`() {
        var counts = AddressCounts(limit: 2)
        let (here, there) = (HostAddress([10, 0, 0, 1]).household, HostAddress([10, 0, 0, 2]))
        let first = (0..<3).map { _ in counts.enter(here) }
        let others = [counts.enter(there.household), counts.enter(nil)]
        counts.leave(here)
        let again = [counts.enter(here), counts.enter(here)]
        #expect(first == [true, true, false])
        #expect(others == [true, true])
        #expect(again == [true, false])
    }
}
