import Synchronization

/// The lines that a store has logged.
public final class LoggedLines: Sendable {
    private let said = Mutex<[String]>([])

    /// Starts without any.
    public init() {}

    /// The lines so far.
    public var lines: [String] { said.withLock { $0 } }

    /// Logs a line.
    @Sendable public func add(_ line: String) { said.withLock { $0.append(line) } }
}
