import System
import Transport

/// A socket that whoever started the program listens on and has passed on, as systemd does.
///
/// The rules are those of `sd_listen_fds(3)`.
struct InheritedSocket: Equatable {
    let address: ListenAddress

    private static let firstDescriptor: Int32 = 3
    private static let names = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]

    /// Takes the socket that is meant for the process `pid`; `nil` when none is.
    init?(
        for pid: Int32 = ThisProcess.id,
        environment: (String) -> String? = ThisProcess.variable
    ) throws(Failure) {
        // What a parent was given passes to its children by mistake, so the number is checked.
        guard environment("LISTEN_PID").flatMap(Int32.init) == pid,
            let count = environment("LISTEN_FDS").flatMap(Int.init), count > 0
        else { return nil }
        guard count == 1 else {
            throw Failure(.usage, "\(count) sockets were inherited; one server takes one")
        }
        address = .inherited(descriptor: Self.firstDescriptor)
    }

    /// Keeps the programs that this one starts from taking the socket for theirs.
    func claim() { ThisProcess.removeVariables(Self.names) }
}
