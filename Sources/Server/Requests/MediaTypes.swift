/// The types under which browsers know media files.
enum MediaTypes {
    /// The type for a file name; unknown ones are plain bytes.
    static func type(of name: String) -> String {
        let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return types[ending] ?? "application/octet-stream"
    }

    private static let types = [
        "mp4": "video/mp4", "m4v": "video/mp4", "mov": "video/quicktime", "webm": "video/webm",
        "mkv": "video/x-matroska", "ts": "video/mp2t", "m2ts": "video/mp2t", "mts": "video/mp2t",
        "avi": "video/x-msvideo", "ogv": "video/ogg", "mpg": "video/mpeg", "mpeg": "video/mpeg",
        "flv": "video/x-flv", "wmv": "video/x-ms-wmv", "m4a": "audio/mp4", "aac": "audio/aac",
        "mp3": "audio/mpeg", "ogg": "audio/ogg", "oga": "audio/ogg", "opus": "audio/ogg",
        "wav": "audio/wav", "flac": "audio/flac", "png": "image/png", "jpg": "image/jpeg",
        "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "apng": "image/apng",
    ]
}
