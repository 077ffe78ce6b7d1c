import Wire

/// Why something is not exported, or not deleted.
enum ExportError: Error, Equatable {
    /// The server was started without a folder for exports.
    case off
    /// The name leads to another folder.
    case folder(String)
    /// The name is none that a file should have.
    case badName(String)
    /// The name is too long.
    case longName(limit: Int)
    /// No exported file has this name.
    case noFile(String)
    /// The file cannot be deleted.
    case cannotDelete(String, reason: String)
    /// No cut has this id, or its time is over.
    case noCut(Int)
    /// The cut is not waiting to be started.
    case notPlanned(Int)
    /// The cut replaces a file, which has to be confirmed.
    case unconfirmed(Int)
    /// The end comes before the beginning.
    case backwards(Int, Int)
    /// More cuts are under way than may be.
    case tooMany(limit: Int)
    /// The index is not complete.
    case scanning

    /// What is wrong, and what to do.
    var message: String {
        switch self {
        case .off: "nothing is exported here; start the server with --export-dir DIR"
        case .folder(let name): "“\(name)” leads to another folder; give a plain file name"
        case .badName(let name): "“\(name)” is no name for a file; do not begin with a dot"
        case .longName(let limit): "a name of more than \(limit) bytes; shorten it"
        case .noFile(let name): "no exported file is called “\(name)”"
        case .cannotDelete(let name, let reason): "\(name): cannot be deleted: \(reason)"
        case .noCut(let id): "there is no cut \(id)"
        case .notPlanned(let id): "cut \(id) does not wait to be started"
        case .unconfirmed(let id):
            "cut \(id) replaces a file; begin with control confirm and action start-export:\(id)"
        case .backwards(let first, let last):
            "the first frame, \(first), is behind the last, \(last); exchange them"
        case .tooMany(let limit): "\(limit) cuts are under way; wait for one, or cancel it"
        case .scanning: "the file is still being indexed; try again when that is complete"
        }
    }

    /// The protocol's code.
    var code: ErrorCode {
        switch self {
        case .cannotDelete: .internal
        case .tooMany: .tooMany
        default: .invalidMessage
        }
    }
}
