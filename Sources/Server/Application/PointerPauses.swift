import Basics
import Scrubbing
import Transport

/// The clients whose pointers move, looked at often enough that a pause is noticed within 80 ms.
///
/// Belongs to the loop's thread, which nothing wakes while no pointer moves.
final class PointerPauses {
    private static let interval = Duration.milliseconds(20)

    private var moving: Set<SocketID> = []
    private var alarm: LoopAlarm?

    /// Has them looked at by an alarm of the loop.
    func look(by alarm: LoopAlarm?) { self.alarm = alarm }

    /// Has a client looked at whose pointer moves.
    func add(_ socket: SocketID) {
        if moving.isEmpty { alarm?.set(after: Self.interval) }
        moving.insert(socket)
    }

    /// Takes those that are to be looked at; one whose pointer still moves is added again.
    func take() -> Set<SocketID> {
        defer { moving = [] }
        return moving
    }
}

extension Application {
    /// Has the loop's alarm notice pauses.
    func noticePauses() {
        clients.pauses.look(by: loop.alarm { [unowned self] in lookForPauses() })
    }

    /// Has a client looked at if its pointer moves; one that has paused was looked at then.
    func noteMovement(of socket: SocketID, at now: ContinuousClock.Instant) {
        if let pause = clients.pause(of: socket), pause > now { clients.pauses.add(socket) }
    }

    private func lookForPauses() {
        let now = ContinuousClock.now
        for socket in clients.pauses.take() {
            guard let pause = clients.pause(of: socket) else { continue }
            if pause > now {
                clients.pauses.add(socket)
            } else {
                perform(on: socket) { $0.pause(at: now) }
            }
        }
    }
}

extension Clients {
    /// When a client's pointer pauses, unless it moves; `nil` while nothing follows from it.
    fileprivate func pause(of socket: SocketID) -> ContinuousClock.Instant? {
        read(socket) { $0.flow.pausesAt } ?? nil
    }
}
