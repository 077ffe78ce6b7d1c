package import Marks
package import Media

/// What the threads of a library have found or done.
package enum LibraryReport: Sendable {
    /// The files below the roots are known as they are now.
    case listed(FolderUpdate)
    /// A file that someone waits for is open, or cannot be opened.
    case opened(OpenedMedia)
    /// A file in use, as it is now.
    case looked(ClipKey, Result<OpenFile, MediaError>)
    /// An index has grown; `progress` is in 0…1.
    case scanned(ClipKey, MediaIndex, progress: Double)
    /// A file is being decoded as a whole, since nothing else tells the order of its frames.
    case decoding(ClipKey, WholeDecode)
    /// An index is complete.
    case indexed(ClipKey, ScannedIndex)
    /// A file cannot be indexed.
    case indexFailed(ClipKey, MediaError)
    /// Marks that are stored, or why they cannot be read.
    case marks(MarksName, Result<KeptMarks, MediaError>)
    /// Marks are ready to be shared.
    case marksPacked(PackedMarks)
    /// Marks that other servers share, or why they cannot be used here.
    case marksUnpacked(MarksName, Result<VersionedMarks, MarksError>)
    /// A version of marks is stored.
    case marksKept(MarksName, version: Int)
    /// Marks cannot be stored.
    case marksNotKept(MarksName, MediaError)
    /// What was stored for a file cannot be used, and lies at another place now.
    case marksSetAside(String, place: String, reason: String)
    /// The files in the export folder are known as they are now.
    case exportsListed(ExportListing)
    /// A cut is planned, or cannot be made; `replaces` says whether its file is there already.
    case planned(Int, Result<Cut, MediaError>, replaces: Bool)
    /// A cut is being written; `progress` is in 0…1.
    case exporting(Int, progress: Double)
    /// A cut has ended: the size of its file in bytes, or why there is none.
    case exported(Int, Result<Int64, MediaError>)
}

/// What the operator of a library is told.
package enum LibraryEvent: Equatable, Sendable {
    /// Every frame of a file is known.
    case indexed(LoggedMedia, frames: Int, after: Duration)
    /// A file cannot be read.
    case failed(LoggedMedia, reason: String)
    /// Not all files are listed, or not all folders are watched; the text says what to do.
    case limited(String)
}

/// A file in the log.
package struct LoggedMedia: Equatable, Sendable {
    /// The id that clients name it by.
    package let id: String
    /// Its name below its root.
    package let name: String

    /// Names a file.
    package init(id: String, name: String) { (self.id, self.name) = (id, name) }
}
