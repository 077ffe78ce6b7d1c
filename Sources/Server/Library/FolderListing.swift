import Glibc

/// What a folder holds, as far as people want to see it.
enum FolderListing {
    /// The names in a folder in order, without hidden ones.
    ///
    /// `folder` stays open.
    static func names(in folder: CInt) -> [String] {
        allNames(in: folder).filter { !$0.hasPrefix(".") }.sorted()
    }

    /// Every name in a folder, in no order.
    static func allNames(in folder: CInt) -> [String] {
        let descriptor = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        // The stream takes over the descriptor that it reads, if there is one.
        guard let stream = fdopendir(descriptor) else {
            close(descriptor)
            return []
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            names.append(name)
        }
        return names
    }

    /// Whether a name ends as media files do.
    ///
    /// Only for lists: what a file is decides its content, when it is opened.
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
