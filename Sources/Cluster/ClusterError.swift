/// Why what an operator says of a cluster cannot be used.
///
/// No message holds what it was made of: a password may be in it.
package enum ClusterError: Error, Equatable, CustomStringConvertible {
    /// It is no address of a server.
    case noAddress
    /// It says a password, which others on this machine could read.
    case passwordInAddress
    /// It wants TLS, which is not there.
    case wantsTLS
    /// The authorities to trust cannot be read; `nil` names the system's.
    case noAuthorities(file: String?)
    /// It is no user and password.
    case noAccount
    /// It is no prefix of keys.
    case noPrefix

    package var description: String {
        switch self {
        case .noAddress: "unix:/path or redis://host:port/number is wanted"
        case .passwordInAddress:
            "an address with a password can be read by others on this machine; the password belongs"
                + " in a file, or in $VERNIER_REDIS_PASSWORD"
        case .wantsTLS:
            "rediss:// needs TLS, which this hiredis has not; a tunnel, or a socket in the file"
                + " system, does the same"
        case .noAuthorities(let file?): "\(file): no certificates of authorities can be read"
        case .noAuthorities(nil): "the system's certificates of authorities cannot be read"
        case .noAccount:
            "a password is wanted on one line, or a user and a password with a blank between them"
        case .noPrefix: "a prefix of keys has 1 to 64 of A–Z a–z 0–9 . : _ -"
        }
    }
}
