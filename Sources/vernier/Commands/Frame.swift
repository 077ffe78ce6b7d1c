import Library
import Media
import Pictures
import Wire

/// The command that writes one frame as a picture, or several as a film of uncompressed pictures.
struct Frame {
    let file: String
    let frames: ClosedRange<Int>
    let output: String
    let form: PictureForm
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
        form = try arguments[Options.Frame.form] ?? PictureForm(endingOf: output)
        file = try arguments.operand("a media file")
        let text = try arguments.operand("a frame's number")
        guard let frames = Self.frames(text) else {
            throw arguments.usage("“\(text)” is no frame's number")
        }
        self.frames = frames
        guard form == .y4m || frames.count == 1 else {
            throw arguments.usage("several frames make a film: OUT has to end in .y4m")
        }
        let isSized = arguments.has(Options.Frame.width) || arguments.has(Options.Frame.quality)
        guard form == .jpg || !isSized else {
            throw arguments.usage("--width and --quality are of a JPEG picture")
        }
    }

    /// Reads `N` or `N-M`.
    private static func frames(_ text: String) -> ClosedRange<Int>? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count < 3,
            first >= 0, last >= first
        else { return nil }
        return first...last
    }

    func run() throws {
        let file = try RemoteSetup(cache).open(file)
        let index = try MediaIndex(of: file, stream: stream, store: cache.store)
        var reader = try FrameReader(file, index: index, threads: FrameReader.usefulThreads)
        switch form {
        case .jpg:
            var maker = PreviewMaker(info: index.info, file: file.name)
            let number = frames.lowerBound
            try write(try reader.preview(of: number, .alone, format, by: &maker).bytes)
        case .png:
            var maker = LosslessMaker(info: index.info, file: file.name)
            let picture = try reader.lossless(.png, of: frames.lowerBound, by: &maker)
            try write(Array(picture.bytes))
        case .y4m: try writeFilm(by: &reader, index.info, file.name)
        }
    }

    private func write(_ bytes: [UInt8]) throws(Failure) {
        try output == "-" ? Output.write(bytes) : Output.write(bytes, toFile: output)
    }

    private func writeFilm(
        by reader: inout FrameReader,
        _ info: MediaInfo,
        _ name: String
    ) throws {
        var maker = LosslessMaker(info: info, file: name)
        var shape: PixelShape?
        let file = output == "-" ? nil : try OutputFile(output)
        for frame in frames {
            let picture = try reader.lossless(.decoded, of: frame, by: &maker)
            guard let film = picture.film(of: info) else {
                throw Failure(
                    .badData,
                    "\(name): YUV4MPEG2 has no place for \(picture.shape.format)"
                )
            }
            guard shape == nil || shape == picture.shape else {
                throw Failure(.badData, "\(name): frame \(frame) is of another size or format")
            }
            let bytes = (shape == nil ? film.head : []) + Y4M.frameHead + picture.bytes
            if output == "-" { Output.write(bytes) } else { try file?.write(bytes) }
            shape = picture.shape
        }
        try file?.finish()
    }
}

/// What a frame, or several, are written as.
enum PictureForm: String {
    case jpg, png, y4m

    /// The form that a file's name ends in; a JPEG picture by default.
    init(endingOf name: String) {
        let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        self = Self(rawValue: ending) ?? .jpg
    }
}
