import FoundationEssentials
import Media
import Wire

/// A file of lines of JSON that the user named.
enum LinesFile {
    /// Reads it.
    static func read<Value>(
        _ path: String,
        _ parse: ([UInt8]) throws(WireError) -> Value
    ) throws(Failure) -> Value {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Failure(.noInput, "\(path): cannot be read; name a file of lines of JSON")
        }
        do throws(WireError) {
            return try parse(Array(data))
        } catch {
            throw Failure(.badData, "\(path): \(error.message)")
        }
    }
}

extension MediaID {
    /// The id of a file as a server names it: by where it really is.
    init(ofServed file: String) {
        let path = URL(filePath: file).resolvingSymlinksInPath().path(percentEncoded: false)
        self.init(ofPath: path)
    }
}
