import CFFmpeg

/// What a file may cost, whatever it says of itself.
enum Limits {
    /// Pixels of one picture: the most that phones take, and half as much again as 16K video has.
    static let pixels = 200_000_000
    /// Columns or rows of one picture, as it is shown: the most that a JPEG can have.
    static let side = 65_500
    /// How often a pixel may be as wide as high, or as high as wide: no format has more than twice.
    static let pixelShape = 16
    /// Streams of one file, each of which is told to all clients; a whole satellite has fewer.
    static let streams = 256

    /// Whether a picture of a size may be made, and kept in memory.
    static func allow(_ size: PixelSize) -> Bool {
        (1...side).contains(size.width) && (1...side).contains(size.height)
            && size.width * size.height <= pixels
    }

    /// By libavformat's names, what opening a file may read.
    ///
    /// These are its own measures, said here so that no build has others; bytes are what counts:
    /// `analyzeduration` stays with each format, whose streams come differently far apart.
    private static let reading = [
        "formatprobesize": 1 << 20, "probesize": 5_000_000, "max_probe_packets": 2500,
        "max_streams": streams,
    ]

    /// Sets what libavformat is to keep to.
    static func set(on context: UnsafeMutablePointer<AVFormatContext>) {
        for (name, limit) in reading {
            let code = av_opt_set_int(context, name, Int64(limit), 0)
            precondition(code >= 0, "libavformat knows no \(name)")
        }
    }
}
