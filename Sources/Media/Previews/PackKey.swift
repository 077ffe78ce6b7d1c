import Timeline

/// What stored previews are of: the content of one file, as one stream of it is decoded.
public struct PreviewSource: Hashable, Sendable {
    let name: String
    /// Columns of the pictures, as the header tells.
    let width: Int
    private let fingerprint: Fingerprint

    /// Looks at a file as it is now, which reads a part of it.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - info: What it says about itself, and about the stream.
    public init(_ file: OpenFile, _ info: MediaInfo) {
        self.init(file, stream: info.stream, width: info.size.width)
    }

    init(_ file: OpenFile, stream: Int, width: Int) {
        (name, self.width) = (file.name, max(1, width))
        fingerprint = Fingerprint(of: file, stream: stream)
    }

    /// Where a file lies changes nothing.
    public static func == (one: PreviewSource, other: PreviewSource) -> Bool {
        one.fingerprint == other.fingerprint
    }

    /// Hashes what is compared.
    public func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }

    fileprivate func encode(into writer: inout ByteWriter) {
        writer.append(bytes: fingerprint.bytes)
    }
}

/// Which pack a preview is in: one for each source, format and stretch of packets.
///
/// A long film has many, so that the least recently used stretch leaves and not the whole film.
struct PackKey: Hashable {
    private let source: PreviewSource
    private let width: Int
    private let quality: Int
    private let stretch: Int

    /// Packets to a pack: a few minutes of film, in some ten megabytes at most.
    private static let span = 4096

    /// The key of the pack that keeps the packet `ordinal`.
    ///
    /// No preview is wider than the picture itself, so that all wider formats are one.
    init(_ ordinal: Int, of source: PreviewSource, _ format: PreviewFormat) {
        self.source = source
        width = min(format.width ?? source.width, source.width)
        quality = format.quality
        stretch = ordinal / Self.span
    }

    /// Whether a preview is what others of its format would be: a picture in mid-stream may be
    /// wider than the header tells.
    func fits(_ preview: Preview) -> Bool { preview.size.width <= width }

    /// Everything that a pack depends on.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        source.encode(into: &writer)
        writer.append(PreviewMaker.version)
        writer.append(UInt64(width))
        writer.append(UInt64(quality))
        writer.append(UInt64(stretch))
        return writer.bytes
    }

    /// The name of the pack's file, without its ending.
    var name: String { Fingerprint.name(of: bytes) }

    /// How a new pack begins.
    var header: PackHeader? {
        var writer = ByteWriter()
        writer.append(source.name)
        writer.append(UInt64(width))
        writer.append(UInt64(quality))
        return PackHeader(key: bytes, about: writer.bytes)
    }
}
