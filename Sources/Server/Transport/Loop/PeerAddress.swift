import CWebSockets
import Glibc

/// Whose connection it is: an address of IPv4, or a network of IPv6, of which one household has all
/// addresses.
struct PeerAddress: Hashable {
    private let bytes: [UInt8]

    /// Takes the four bytes of an address of IPv4, or the sixteen of one of IPv6.
    init(_ address: some Collection<UInt8>) {
        let isMapped = address.starts(with: Self.mapped)
        bytes = Array(isMapped ? address.dropFirst(Self.mapped.count) : address.prefix(8))
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

    /// How an address of IPv6 begins that stands for one of IPv4.
    private static let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]
}
