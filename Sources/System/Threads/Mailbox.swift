import Synchronization

/// Messages from any thread to one reader, such as what workers report to the loop.
package final class Mailbox<Message: Sendable>: Sendable {
    private let messages = Mutex<[Message]>([])
    private let wake: @Sendable () -> Void

    /// Creates a mailbox whose reader is woken by `wake`, from the writer's thread.
    package init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    /// Adds a message; safe on every thread.
    package func post(_ message: Message) {
        messages.withLock { $0.append(message) }
        wake()
    }

    /// Takes everything that has arrived, oldest first.
    package func drain() -> [Message] {
        messages.withLock { messages in
            defer { messages.removeAll(keepingCapacity: true) }
            return messages
        }
    }
}
