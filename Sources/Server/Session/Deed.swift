/// What the server does once a hand has confirmed it.
///
/// Actions of other names are the client's own, which the server only decides on.
enum Deed: Equatable {
    /// All marks of the open media are taken away.
    case clearMarks
    /// A planned cut that replaces a file is made.
    case startExport(Int)
    /// An exported file is deleted.
    case deleteExport(String)

    /// Reads an action's name; `nil` for one that is the client's own.
    init?(action: String) {
        let parts = action.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        switch (parts[0], parts.dropFirst().first) {
        case ("clear-marks", nil): self = .clearMarks
        case ("start-export", let id?):
            guard let id = Int(id) else { return nil }
            self = .startExport(id)
        case ("delete-export", let name?): self = .deleteExport(String(name))
        default: return nil
        }
    }
}
