/// Where and how much of what clients send is kept.
package struct RecordingSettings: Sendable {
    /// Where traces are written.
    package enum Place: Sendable {
        /// A folder, with a trace for each socket; it is made if there is none.
        case folder(String)
        /// A file, with the trace of the first socket; the server stops when that has closed.
        case file(String)
    }

    /// Where traces are written.
    package var place: Place
    /// Bytes in all traces together; whoever comes after that is not recorded.
    package var byteLimit = 64 << 20
    /// How many traces there may be.
    package var traceLimit = 1000

    /// Creates settings.
    package init(_ place: Place) { self.place = place }
}

/// A place that no trace can be written to.
package struct RecordingError: Error, CustomStringConvertible {
    /// The file or folder.
    let path: String
    /// What the system says.
    let reason: String

    /// The sentence that the user reads.
    package var description: String { "\(path): no trace can be written: \(reason)" }
}
