/// Where a server can be reached.
package enum ListenAddress: Equatable, Sendable, CustomStringConvertible {
    /// A numeric address or a name, and a port; 0 takes any free one.
    case network(host: String, port: Int)

    /// A socket in the file system, for a proxy on the same machine.
    ///
    /// `mode` says who may connect, as for any file.
    case file(path: String, mode: UInt32)

    /// A socket that whoever started the program listens on already.
    case inherited(descriptor: CInt)

    package var description: String {
        switch self {
        case .network(let host, let port): "\(host):\(port)"
        case .file(let path, _): path
        case .inherited: "the socket that was handed over"
        }
    }
}
