import Testing

/// Media is decoded and encoded by code that runs in a worker's sandbox, and by commands in their
/// own process; never by the server.
@Suite("Where media is decoded and encoded")
struct CodecTests {
    /// The folders whose code may call codecs.
    static let folders = ["Cut", "Decode", "Demux", "Index", "Picture", "Sound"].map {
        "Sources/Media/\($0)/"
    }

    /// Those, and what else may name types that do: the sandboxed process, and the commands.
    static let insiders = folders + ["Sources/Media/Worker/", "Sources/vernier/"]

    /// Functions that take media apart, decode, scale or encode; libavutil's hashes do not.
    static let calls =
        #"\b(tj[A-Z]\w*|sws_\w+|swr_(?!esample_version)\w+|av(codec|format|io)_(?!version)\w+|av_(read|seek|interleaved)\w*)\("#

    /// Types that open media or JPEGs with them, and how an index is made of a file.
    ///
    /// `FrameSelection`, `usefulThreads` and `version` are values.
    static let types =
        #"\b(Demuxer|SequentialDecoder|GOPDecoder|MediaReader|CoverPicture|FrameReader(?!\.(FrameSelection|usefulThreads))|IndexBuilder|KeyframeProbe|CutSource|CutWriter|Muxer|H264Encoder|Scaler|JPEGEncoder|JPEGDecoder|PreviewMaker(?!\.version)|SpriteSheetMaker|SoundDecoder|SoundReader|SoundSurvey)\b|\bContainerKeyframes\(|\bMediaIndex\((scanning|of)\b|\bdecodeAll\("#

    @Test(arguments: [(calls, folders), (types, insiders)])
    func `the server decodes and encodes nothing itself`(
        _ pattern: String,
        _ homes: [String]
    ) throws {
        let pattern = try SourceFile.pattern(pattern)
        let users = try SourceFile.all(below: "Sources").filter { $0.contains(pattern) }
        for home in homes {
            #expect(users.contains { $0.path.hasPrefix(home) }, "\(home) has nothing to hide")
        }
        for file in users {
            #expect(homes.contains { file.path.hasPrefix($0) }, "\(file)")
        }
    }
}
