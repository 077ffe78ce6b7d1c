package import Media

/// What tells one clip from another, across files, replacements of them and their streams.
package struct ClipKey: Hashable, Sendable {
    /// The id that clients name the media by.
    package let id: MediaID
    /// The file's content when it was opened.
    package let identity: FileIdentity
    /// The stream that was asked for; `nil` is the best one.
    package var stream: Int?

    /// Names a clip.
    package init(id: MediaID, identity: FileIdentity, stream: Int? = nil) {
        (self.id, self.identity, self.stream) = (id, identity, stream)
    }
}

/// A file and its frames, as a worker needs them.
package struct ClipSource: Sendable {
    /// The clip.
    package let key: ClipKey
    /// The file, as it was when its last scan began.
    package let file: OpenFile
    /// The frames found so far.
    package let index: MediaIndex
    /// The versions of FFmpeg that its pictures are made with.
    package var versions = LibraryVersions.loaded

    /// Puts a clip's file and its frames together.
    package init(key: ClipKey, file: OpenFile, index: MediaIndex) {
        (self.key, self.file, self.index) = (key, file, index)
    }

    /// What entity tags begin with: the same for nothing else, nor for a file that has grown, nor
    /// with another FFmpeg.
    package var tag: String {
        "\(file.identity)-\(versions.tag)" + (key.stream.map { "-stream-\($0)" } ?? "")
    }

    /// Which bytes the pictures are of, and what decodes them: 16 hexadecimal digits.
    package var version: String { Self.version(of: file.identity, versions) }

    /// The version of a file with this content.
    package static func version(
        of identity: FileIdentity,
        _ versions: LibraryVersions = .loaded
    ) -> String {
        String(Fingerprint.name(of: Array("\(identity)-\(versions.tag)".utf8)).prefix(16))
    }
}
