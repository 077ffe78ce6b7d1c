import CHiredis
import System

/// Whom connections over TLS trust: the authorities of a file, or those of the system.
///
/// Belongs to the loop's thread; reads the disk once, when it is made.
final class RedisTrust {
    fileprivate let pointer: UnsafeMutablePointer<vn_trust>

    /// Whether the hiredis of this system has TLS.
    static var isThere: Bool { vn_has_tls() != 0 }

    /// Reads the authorities; the system's without a file.
    init(file: String?) throws(ClusterError) {
        guard let pointer = vn_make_trust(file) else { throw .noAuthorities(file: file) }
        self.pointer = pointer
    }

    deinit { vn_free_trust(pointer) }
}

/// A connection over TLS to a host whose certificate is verified, over a socket of somebody else's.
struct SecureStream: ~Copyable {
    private let pointer: UnsafeMutablePointer<vn_tls>
    /// What the pointer goes on to use.
    private let trust: RedisTrust

    /// Begins over a socket that is connected, and goes on with every read and write.
    ///
    /// The socket has to outlive it.
    init(
        over socket: Descriptor,
        to host: String,
        trusting trust: RedisTrust
    ) throws(LinkFault) {
        let isName: CInt = HostAddress(host) == nil ? 1 : 0
        guard let pointer = vn_begin_tls(trust.pointer, socket.number, host, isName) else {
            throw LinkFault(.lost, "there is no memory for TLS")
        }
        (self.pointer, self.trust) = (pointer, trust)
    }

    deinit { vn_free_tls(pointer) }

    /// Reads what has come, and returns how many bytes; 0 where there is nothing yet.
    func read(into buffer: inout [UInt8]) throws(LinkFault) -> Int {
        let count = buffer.withUnsafeMutableBytes { vn_read_tls(pointer, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw fault }
        return count
    }

    /// Writes what can be written now, and returns how many bytes that are; 0 where it has to wait.
    func write(_ bytes: ArraySlice<UInt8>) throws(LinkFault) -> Int {
        let count = bytes.withUnsafeBytes { vn_write_tls(pointer, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw fault }
        return count
    }

    /// Why it has ended.
    private var fault: LinkFault {
        if let reason = vn_certificate_fault(pointer) {
            return LinkFault(.refused, "its certificate is not trusted: \(String(cString: reason))")
        }
        return LinkFault(.lost, "TLS has ended: \(String(cString: vn_tls_fault(pointer)))")
    }
}
