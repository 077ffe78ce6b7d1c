import CFFmpeg

/// The demuxers that may read a file.
///
/// An allowlist, because a list of forbidden ones is never complete: HLS, DASH, concat, SDP, IMF
/// and numbered images would open further files.
enum AllowedFormats {
    /// The names as libavformat's `format_whitelist` takes them.
    static let list = (containers + streams + audio + images).joined(separator: ",")

    private static let containers = [
        "mov", "mp4", "m4a", "3gp", "3g2", "mj2", "matroska", "webm", "mpegts", "mpegtsraw",
        "mpeg", "avi", "flv", "live_flv", "asf", "asf_o", "ogg", "mxf", "gxf", "nut", "ivf",
        "rm", "dv", "wtv", "pva", "nsv", "nuv", "swf", "vob", "y4m", "yuv4mpegpipe", "lxf",
        "r3d", "smk", "bink", "roq", "xmv", "film_cpk", "flic", "iff", "mv", "ivr", "dhav",
    ]
    private static let streams = [
        "h261", "h263", "h264", "hevc", "m4v", "mpegvideo", "mjpeg", "mjpeg_2000", "smjpeg",
        "obu", "vc1", "vc1test", "cavsvideo", "avs2", "avs3", "dirac", "dnxhd",
    ]
    private static let audio = [
        "aac", "ac3", "eac3", "dts", "dtshd", "mp3", "flac", "wav", "w64", "rf64", "aiff", "au",
        "caf", "amr", "amrnb", "amrwb", "ape", "mpc", "mpc8", "tak", "tta", "wv", "voc", "oma",
        "mlp", "truehd", "loas", "dsf", "iff", "gsm", "sox", "aea",
    ]
    private static let images = [
        "gif", "apng", "png_pipe", "jpeg_pipe", "jpegls_pipe", "jpegxl_pipe", "j2k_pipe",
        "webp_pipe", "bmp_pipe", "tiff_pipe", "exr_pipe", "dpx_pipe", "ppm_pipe", "pgm_pipe",
        "pbm_pipe", "pam_pipe", "psd_pipe", "qoi_pipe", "sgi_pipe", "dds_pipe", "pcx_pipe",
        "xbm_pipe", "xpm_pipe", "xwd_pipe", "sunrast_pipe", "gif_pipe", "ico",
    ]
}

/// The decoders that may be used for a file's streams.
///
/// An allowlist of libavcodec's names for video, images and sound. Left out are text art, formats of
/// single old games (Bink, Smacker and RoQ are of many, and stay), vector drawings that are programs,
/// and hardware decoders, whose devices a worker cannot open.
enum AllowedCodecs {
    /// The names as libavformat's `codec_whitelist` takes them.
    static let list = names.sorted().joined(separator: ",")

    /// All of them.
    static let names = Set(video + mezzanines + screens + images + sound)

    private static let video = [
        "h264", "hevc", "libdav1d", "libaom-av1", "av1", "vp3", "theora", "vp4", "vp5", "vp6",
        "vp6a", "vp6f", "vp7", "vp8", "vp9", "libvpx", "libvpx-vp9", "mpeg1video", "mpeg2video",
        "mpegvideo", "mpeg4", "msmpeg4v1", "msmpeg4v2", "msmpeg4", "h261", "h263", "h263i",
        "h263p", "vc1", "vc1image", "wmv1", "wmv2", "wmv3", "wmv3image", "flv", "rv10", "rv20",
        "rv30", "rv40", "cavs", "dirac", "snow", "svq1", "svq3", "cinepak", "indeo2", "indeo3",
        "indeo4", "indeo5", "truemotion1", "truemotion2", "ultimotion", "amv", "smackvid",
        "binkvideo", "roqvideo", "flic", "mvc1", "mvc2", "nuv", "asv1", "asv2", "vcr1", "mimic",
    ]
    private static let mezzanines = [
        "prores", "dnxhd", "cfhd", "hap", "dxv", "notchlc", "hq_hqa", "hqx", "speedhq", "aic",
        "pixlet", "sheervideo", "dvvideo", "mvdv", "mjpeg", "mjpegb", "sp5x", "avrn", "avui",
        "ffv1", "ffvhuff", "huffyuv", "hymt", "utvideo", "magicyuv", "lagarith", "loco", "vble",
        "ylc", "rawvideo", "bitpacked", "v210", "v210x", "v308", "v408", "v410", "r10k", "r210",
        "avrp", "ayuv", "y41p", "yuv4", "012v", "cllc", "cyuv", "m101", "xl", "frwu",
    ]
    private static let screens = [
        "flashsv", "flashsv2", "camtasia", "tscc2", "zmbv", "zlib", "mszh", "camstudio", "g2m",
        "msa1", "mscc", "mss1", "mss2", "mts2", "rscc", "srgc", "screenpresso", "scpr", "rasc",
        "tdsc", "fmvc", "kgv1", "lscr", "mwsc", "wcmv", "vmnc", "dxtory", "fraps", "fic", "qtrle",
        "rpza", "smc", "8bps", "qdraw", "msrle", "msvideo1", "aasc", "iff",
    ]
    private static let images = [
        "png", "apng", "gif", "webp", "jpegls", "libjxl", "jpeg2000", "libopenjpeg", "bmp", "tiff",
        "exr", "dpx", "dds", "psd", "qoi", "sgi", "sunrast", "targa", "pcx", "pam", "pbm", "pgm",
        "pgmyuv", "ppm", "pfm", "phm", "xbm", "xpm", "xwd",
    ]
    // Sound is not decoded for playback; libavformat decodes a packet to find the sample rate.
    private static let sound =
        [
            "aac", "aac_latm", "ac3", "eac3", "dca", "truehd", "mlp", "mp1", "mp1float", "mp2",
            "mp2float", "mp3float", "mp3", "mp3adufloat", "mp3adu", "mp3on4float", "mp3on4", "opus",
            "libopus", "vorbis", "flac", "alac", "als", "ape", "mpc7", "mpc8", "tak", "tta",
            "wavpack", "shorten", "wmav1", "wmav2", "wmapro", "wmalossless", "wmavoice", "xma1",
            "xma2", "cook", "ralf", "sipr", "real_144", "real_288", "atrac1", "atrac3", "atrac3al",
            "atrac3plus", "atrac3plusal", "atrac9", "nellymoser", "speex", "libspeex", "amrnb",
            "amrwb", "gsm", "gsm_ms", "libgsm", "libgsm_ms", "g722", "g723_1", "g726", "g726le",
            "g729", "ilbc", "qcelp", "qdm2", "qdmc", "mace3", "mace6", "dvaudio", "s302m",
            "truespeech", "imc", "iac", "on2avc", "dst", "8svx_exp", "8svx_fib", "smackaud",
            "binkaudio_dct", "binkaudio_rdft", "roq_dpcm",
        ]
        + ["lsbf", "lsbf_planar", "msbf", "msbf_planar"].map { "dsd_" + $0 }
        + [
            "ms", "swf", "yamaha", "ct", "adx", "xa", "ima_wav", "ima_qt", "ima_smjpeg", "ima_amv",
            "ima_iss", "ima_ws", "sbpro_2", "sbpro_3", "sbpro_4",
        ].map { "adpcm_" + $0 }
        + [
            "alaw", "mulaw", "vidc", "bluray", "dvd", "lxf", "s24daud", "u8", "s8", "s8_planar",
            "s16be", "s16be_planar", "s16le", "s16le_planar", "s24be", "s24le", "s24le_planar",
            "s32be", "s32le", "s32le_planar", "s64be", "s64le", "u16be", "u16le", "u24be", "u24le",
            "u32be", "u32le", "f16le", "f24le", "f32be", "f32le", "f64be", "f64le",
        ].map { "pcm_" + $0 }
}

/// Limits on what reading a file may cost, whatever its headers claim.
enum MediaLimits {
    /// Pixels of one picture: as many as phones' cameras take, and 1.5 times those of 16K video.
    static let pixels = 200_000_000
    /// Columns or rows of one picture at its display size: the most that a JPEG can have.
    static let side = 65_500
    /// The largest ratio of a pixel's width and height, either way; no format has more than 2.
    static let pixelShape = 16
    /// Streams of one file, all of which are listed to clients; a full satellite multiplex has
    /// fewer.
    static let streams = 256

    /// Chapters of one file, all of which clients are told with its name; the first ones count.
    static let chapters = 2048
    /// Bytes of a title or another text of a file's headers; what is longer is cut off.
    static let text = 1024

    /// Whether a picture of this size may be made and kept in memory.
    static func allow(_ size: PixelSize) -> Bool {
        (1...side).contains(size.width) && (1...side).contains(size.height)
            && size.width * size.height <= pixels
    }

    /// Bytes of a JPEG of this size at most, as TurboJPEG's `tjBufSize` has it: six for each pixel of
    /// whole blocks, and a header.
    static func jpegBytes(of size: PixelSize) -> Int {
        ((size.width + 15) & ~15) * ((size.height + 15) & ~15) * 6 + 2048
    }

    /// What opening a file may read, by the names of libavformat's options.
    ///
    /// These are libavformat's defaults, set explicitly so that no build differs. Bytes are
    /// limited; `analyzeduration` keeps each format's default, since formats interleave
    /// differently. One stream more than is allowed is read, since the newer demuxers leave out the
    /// rest without an error.
    private static let reading = [
        "formatprobesize": 1 << 20, "probesize": 5_000_000, "max_probe_packets": 2500,
        "max_streams": streams + 1,
    ]

    /// Sets these limits on a context that has not been opened yet.
    static func set(on context: UnsafeMutablePointer<AVFormatContext>) {
        for (name, limit) in reading {
            let code = av_opt_set_int(context, name, Int64(limit), 0)
            precondition(code >= 0, "libavformat knows no \(name)")
        }
    }
}
