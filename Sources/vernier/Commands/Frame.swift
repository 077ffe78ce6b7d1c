import Library
import Media
import Wire

/// The command that writes one frame as a picture.
struct Frame {
    let file: String
    let number: Int
    let output: String
    let format: PreviewFormat
    let stream: Int?
    let cache: IndexCache

    init(_ arguments: inout Arguments) throws(UsageError) {
        stream = try arguments[Options.stream]
        cache = try IndexCache(arguments)
        format = PreviewFormat(
            width: try arguments[Options.Frame.width],
            quality: try arguments[Options.Frame.quality]
        )
        guard let output = try arguments[Options.Frame.output] else {
            throw arguments.usage("-o is missing: where should the picture go?")
        }
        self.output = output
        file = try arguments.operand("a media file")
        let text = try arguments.operand("a frame's number")
        guard let number = Int(text), number >= 0 else {
            throw arguments.usage("“\(text)” is no frame's number")
        }
        self.number = number
    }

    func run() throws {
        let bytes = try picture()
        try output == "-" ? Output.write(bytes) : Output.write(bytes, toFile: output)
    }

    private func picture() throws -> [UInt8] {
        let file = try OpenFile(path: file)
        let index = try MediaIndex(of: file, stream: stream, store: cache.store)
        var reader = try FrameReader(file, index: index)
        var maker = PreviewMaker(info: index.info, file: file.name)
        return try reader.preview(of: number, .alone, format, by: &maker).bytes
    }
}
