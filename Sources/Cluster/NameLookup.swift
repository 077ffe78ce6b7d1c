import Synchronization
import System

/// Looks up the name of a server on a thread of its own, one lookup at a time: whoever waits for
/// servers of names is not the loop.
///
/// One that takes long is waited for by later attempts as well, so there is never a second thread.
final class NameLookup: Sendable {
    private enum State {
        case idle
        case busy
        case done(Result<[HostAddress], LinkFault>)
    }

    private let name: String
    private let state = Mutex(State.idle)

    init(_ name: String) { self.name = name }

    /// Begins, unless a lookup is under way, or has ended that nobody has seen.
    func begin() {
        let begins = state.withLock { state in
            guard case .idle = state else { return false }
            state = .busy
            return true
        }
        guard begins else { return }
        WorkThread.start(named: "vernier-name") { [self] in
            let found = Self.find(name)
            state.withLock { $0 = .done(found) }
        }
    }

    /// Why an attempt has come to nothing meanwhile; `nil` where it is not for the name.
    var delay: LinkFault? {
        guard case .busy = state.withLock(\.self) else { return nil }
        return LinkFault(.lost, "\(name): nobody has told its address in time")
    }

    /// Takes what was found; `nil` while nothing was.
    func take() -> Result<[HostAddress], LinkFault>? {
        state.withLock { state in
            guard case .done(let found) = state else { return nil }
            state = .idle
            return found
        }
    }

    private static func find(_ name: String) -> Result<[HostAddress], LinkFault> {
        Result { () throws(LinkFault) in
            do throws(SystemFailure) {
                return try HostLookup.addresses(of: name)
            } catch {
                throw LinkFault(.lost, "\(name): \(error.reason)")
            }
        }
    }
}
