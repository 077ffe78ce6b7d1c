package import System

extension HostAddress {
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
