import FoundationEssentials
import Server
import Wire

/// How a server's log is written.
enum LogForm: String, CaseIterable {
    /// A sentence for each thing that somebody should look at.
    case text
    /// A line of JSON for each event.
    case json
    /// Nothing.
    case none

    /// Takes the option.
    init(_ arguments: inout Arguments) throws(UsageError) {
        let text = try arguments.text("--log") ?? Self.text.rawValue
        guard let form = Self(rawValue: text) else {
            throw arguments.usage("--log needs text, json or none, not “\(text)”", of: "--log")
        }
        self = form
    }

    /// The line for an event, without its end; `nil` when it is not told.
    func line(_ event: LogEvent, at moment: Date) -> String? {
        switch self {
        case .text: event.complaint.map { "vernier: " + $0.withoutControls }
        case .json: LogLine(event).text(at: moment)
        case .none: nil
        }
    }
}
