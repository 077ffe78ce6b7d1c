import System

/// A line on the terminal that says how far a long command has come.
///
/// Writes to standard error, and only where that is a terminal.
struct ProgressBar: ~Copyable {
    private let isShown = Descriptor.standardError.isTerminal
    private var lastShown: ContinuousClock.Instant?
    /// Ten times a second is as often as one can read.
    private static let interval = Duration.milliseconds(100)

    /// Shows the bar, unless it was shown just now.
    mutating func show(_ share: Double, _ what: String) {
        guard isShown else { return }
        let now = ContinuousClock.now
        if let lastShown, now - lastShown < Self.interval { return }
        lastShown = now
        write("\r\u{1B}[K" + Self.line(share, what))
    }

    /// Takes the bar away, so that other lines can be written.
    mutating func clear() {
        guard lastShown != nil else { return }
        lastShown = nil
        write("\r\u{1B}[K")
    }

    /// The bar for a share in 0…1.
    static func line(_ share: Double, _ what: String) -> String {
        let width = 30
        let share = min(max(share, 0), 1)
        let full = Int(share * Double(width))
        let bar = String(repeating: "#", count: full) + String(repeating: ".", count: width - full)
        return "[\(bar)] \(Int(share * 100)) % \(what)"
    }

    private func write(_ text: String) {
        // A bar that cannot be written is no reason to stop.
        try? Descriptor.standardError.write(Array(text.utf8))
    }
}
