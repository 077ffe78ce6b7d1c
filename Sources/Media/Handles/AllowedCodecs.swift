/// The decoders that may work on what a file holds.
///
/// A list of what is allowed, by libavcodec's own names: what moves, what is looked at, and the
/// sound beside it. Left out are the art of terminals, old games, drawings that are programs, and
/// chips, whose drivers a worker could not open.
enum AllowedCodecs {
    /// The names as libavformat's `codec_whitelist` takes them.
    static let list = names.sorted().joined(separator: ",")

    /// All of them.
    static let names = Set(films + mezzanines + screens + images + sound)

    private static let films = [
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
    // Sound is never decoded to be heard; libavformat asks for a packet's worth to know its rate.
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
