import Media
import Timeline
import Wire

/// The options of all commands that open media, and of several that report.
extension Options {
    static let stream = Option<Int?>(
        "--stream",
        "N",
        in: Open.streams,
        "the stream's number; the best one by default"
    )
    static let previewCache = Option<PreviewLimit>(
        "--preview-cache",
        "S",
        "previews kept there as well, “none” keeps none",
        absent: .bytes(PreviewLimit.usual),
        absentText: "2GiB",
        needs: ByteSize.forms
    ) { texts in
        texts[0] == "none" ? .nothing : ByteSize.bytes(texts[0]).map(PreviewLimit.bytes)
    }
    static let indexCache = Option<String?>(
        "--index-cache",
        "DIR",
        "where indexes are kept, “none” for nowhere; $XDG_CACHE_HOME/vernier by default, or "
            + "~/.cache/vernier"
    )
    static let indexCacheLimit = Option<Int>(
        "--index-cache-limit",
        "M",
        in: 1...65_536,
        "MiB of indexes, the least recently used leave",
        absent: 256
    )
    static let remoteCache = Option<Int>(
        "--remote-cache",
        "S",
        "what was read of media at addresses, kept there as well",
        absent: 4 << 30,
        absentText: "4GiB",
        needs: ByteSize.forms
    ) { ByteSize.bytes($0[0]) }
    static let remoteWhole = Option<Bool>(
        flag: "--remote-whole",
        "downloads there as a whole what a server sends no parts of, which is an error otherwise"
    )
    static let s3Endpoint = Option<String?>(
        "--s3-endpoint",
        "URL",
        "the store that s3://BUCKET/KEY is in, if not Amazon's; “{bucket}” in its host stands for "
            + "the bucket, which is otherwise the first part of the path"
    )
    static let cache: [any DeclaredOption] = [
        indexCache, indexCacheLimit, remoteCache, remoteWhole, s3Endpoint,
    ]
    static let junit = Option<Bool>(flag: "--junit", "a report that test runners read")
}
