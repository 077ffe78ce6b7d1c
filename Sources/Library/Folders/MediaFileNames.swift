import System

/// The names in a folder, and which of them are media.
enum FolderListing {
    /// The sorted names in a folder, without hidden ones.
    ///
    /// `folder` stays open.
    static func names(in folder: Descriptor) -> [String] {
        folder.names.filter { !$0.hasPrefix(".") }.sorted()
    }

    /// Whether a name ends as media files do.
    ///
    /// Only for lists: when a file is opened, its content decides.
    static func isMedia(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        return endings.contains(name[name.index(after: dot)...].lowercased())
    }

    private static let endings: Set<String> = [
        "3g2", "3gp", "asf", "avi", "dv", "flv", "gxf", "ivf", "m2t", "m2ts", "m4v", "mj2", "mkv",
        "mov", "mp4", "mpeg", "mpg", "mts", "mxf", "nut", "ogm", "ogv", "qt", "rm", "ts", "vob",
        "webm", "wmv", "wtv", "y4m", "264", "265", "h264", "h265", "hevc", "m1v", "m2v", "mjpeg",
        "obu", "aac", "ac3", "aif", "aiff", "amr", "au", "caf", "dts", "eac3", "flac", "m4a",
        "m4b", "mka", "mp2", "mp3", "oga", "ogg", "opus", "tta", "w64", "wav", "wma", "wv",
        "apng", "bmp", "dpx", "exr", "gif", "jpeg", "jpg", "jxl", "png", "tif", "tiff", "webp",
    ]
}
