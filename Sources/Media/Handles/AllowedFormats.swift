/// The demuxers that may read a file.
///
/// A list of what is allowed, because a list of what is forbidden is never complete: HLS,
/// DASH, concat, SDP, IMF and numbered images would open files that nobody named.
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
