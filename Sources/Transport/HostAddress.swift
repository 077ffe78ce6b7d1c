import CWebSockets
import Glibc

/// An address of IPv4 or IPv6.
package struct HostAddress: Hashable, Sendable {
    private let bytes: [UInt8]

    /// How an address of IPv6 begins that stands for one of IPv4.
    private static let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]

    /// Takes the four bytes of an address of IPv4, or the sixteen of one of IPv6.
    init(_ bytes: some Collection<UInt8>) {
        let isMapped = bytes.starts(with: Self.mapped)
        self.bytes = Array(isMapped ? bytes.dropFirst(Self.mapped.count) : bytes.prefix(16))
    }

    /// Reads an address as it is written, such as `192.0.2.7` or `2001:db8::7`.
    package init?(_ text: String) {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            guard inet_pton(family, text, &bytes) == 1 else { continue }
            self.init(bytes)
            return
        }
        return nil
    }

    /// Asks the kernel for the other end; `nil` when it has no address.
    init?(of descriptor: CInt) {
        var address = sockaddr_in6()
        var count = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let family = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getpeername(descriptor, $0, &count) == 0 ? CInt($0.pointee.sa_family) : AF_UNSPEC
            }
        }
        let place: Range<Int>
        switch family {
        case AF_INET: place = 4..<8
        case AF_INET6: place = 8..<24
        default: return nil
        }
        self.init(withUnsafeBytes(of: address) { Array($0[place]) })
    }

    /// What limits count: an IPv4 address, or an IPv6 /64 network.
    var household: PeerAddress { PeerAddress(bytes.count == 16 ? Array(bytes.prefix(8)) : bytes) }
}

/// The key of limits per client: an IPv4 address, or an IPv6 /64 network, which one household has
/// as a whole.
package struct PeerAddress: Hashable, Sendable {
    private let bytes: [UInt8]

    /// Takes the bytes that all addresses of a household begin with.
    fileprivate init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// A proxy that is believed who its clients are.
///
/// Whoever else sends `X-Forwarded-For` may have made it up.
package enum TrustedProxy: Hashable, Sendable {
    /// Whoever connects from an address.
    case address(HostAddress)
    /// Whoever connects to a socket in the file system.
    case file

    /// Reads `unix`, or an address.
    package init?(_ text: String) {
        guard text != "unix" else {
            self = .file
            return
        }
        guard let address = HostAddress(text) else { return nil }
        self = .address(address)
    }
}

extension RequestHead {
    /// The client that a proxy passes a request on for: the last that the proxy names, as it may
    /// have got those before from the client itself.
    var forwarder: HostAddress? { list(.forwardedFor).last.flatMap(HostAddress.init) }
}

/// How many connections each address has.
struct AddressCounts {
    private let limit: Int?
    private var counts: [PeerAddress: Int] = [:]

    /// Counts up to a limit for each; without one nothing is counted.
    init(limit: Int?) { self.limit = limit }

    /// Counts one more connection, unless the address has as many as it may.
    ///
    /// Peers without an address, as those of a Unix socket, may have any number.
    mutating func enter(_ address: PeerAddress?) -> Bool {
        guard let limit, let address else { return true }
        let count = counts[address] ?? 0
        guard count < limit else { return false }
        counts[address] = count + 1
        return true
    }

    /// Counts one connection less.
    mutating func leave(_ address: PeerAddress?) {
        guard let address, let count = counts[address] else { return }
        counts[address] = count > 1 ? count - 1 : nil
    }
}
