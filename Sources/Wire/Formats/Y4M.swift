/// A film of uncompressed pictures, as YUV4MPEG2 has it: a line of text, and the planes of each
/// picture below a line of its own.
public struct Y4M: Equatable, Sendable {
    /// What the name of the format is called, and nothing else is accepted.
    private let chroma: String
    private let width, height: Int
    private let rate, sampleAspect: Ratio
    private let fields: Character
    private let isFullRange: Bool?

    /// What a film is called over HTTP; it has no registered type.
    public static let contentType = "video/x-yuv4mpeg"
    /// What stands before each picture.
    public static let frameHead = Array("FRAME\n".utf8)

    /// Describes a film; `nil` where its pixels have no place in such a file.
    ///
    /// - Parameters:
    ///   - format: FFmpeg's name of the pixel format.
    ///   - chromaLocation: FFmpeg's name of where chroma lies, which counts for 4:2:0 of 8 bits.
    ///   - width: Columns.
    ///   - height: Rows.
    ///   - rate: Frames per second; files with others in between have no place for that.
    ///   - sampleAspect: The width of a pixel for its height.
    ///   - isTopFieldFirst: Which field is first; `nil` for a progressive film.
    ///   - isFullRange: Whether values use all of their range; `nil` where that is not known.
    public init?(
        format: String,
        chromaLocation: String,
        width: Int,
        height: Int,
        rate: Ratio,
        sampleAspect: Ratio,
        isTopFieldFirst: Bool?,
        isFullRange: Bool?
    ) {
        guard let chroma = Self.chroma(format, chromaLocation) else { return nil }
        self.chroma = chroma
        (self.width, self.height, self.rate) = (width, height, rate)
        (self.sampleAspect, self.isFullRange) = (sampleAspect, isFullRange)
        fields = isTopFieldFirst.map { $0 ? "t" : "b" } ?? "p"
    }

    /// The line of text that a film begins with.
    public var head: [UInt8] {
        let range = isFullRange.map { " XCOLORRANGE=\($0 ? "FULL" : "LIMITED")" } ?? ""
        let line =
            "YUV4MPEG2 W\(width) H\(height) F\(rate.numerator):\(rate.denominator) I\(fields)"
            + " A\(sampleAspect.numerator):\(sampleAspect.denominator) C\(chroma)\(range)\n"
        return Array(line.utf8)
    }

    private static func chroma(_ format: String, _ location: String) -> String? {
        switch (format, location) {
        case ("yuv420p", "left"): "420mpeg2 XYSCSS=420MPEG2"
        case ("yuv420p", "topleft"): "420paldv XYSCSS=420PALDV"
        default: names[format]
        }
    }

    private static let names: [String: String] = {
        var names = [
            "gray": "mono", "gray10le": "mono10", "gray12le": "mono12", "gray16le": "mono16",
            "yuv411p": "411 XYSCSS=411",
            "yuv420p": "420jpeg XYSCSS=420JPEG", "yuvj420p": "420jpeg XYSCSS=420JPEG",
            "yuv422p": "422 XYSCSS=422", "yuvj422p": "422 XYSCSS=422",
            "yuv444p": "444 XYSCSS=444", "yuvj444p": "444 XYSCSS=444",
        ]
        for bits in [9, 10, 12, 14, 16] {
            for sampling in ["420", "422", "444"] {
                let name = "\(sampling)p\(bits)"
                names["yuv\(name)le"] = "\(name) XYSCSS=\(sampling.uppercased())P\(bits)"
            }
        }
        return names
    }()
}
