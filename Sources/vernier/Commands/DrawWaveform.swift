import Library
import Media
import Sounds
import Timeline
import Wire

/// The command that writes how loud a file's sound is: as numbers, or as a picture.
struct DrawWaveform {
    /// How it is written, by the ending of the file's name.
    enum Form: String, CaseIterable {
        case dat, json, svg, png
    }

    let file: String
    let output: String
    let form: Form
    let from: Int
    let to: Int?
    let size: PixelSize
    let isSplit: Bool
    let stream: Int?
    let cache: IndexCache

    init(_ arguments: inout Arguments) throws(UsageError) {
        stream = try arguments[Options.stream]
        cache = try IndexCache(arguments)
        from = try arguments[Options.Waveform.from]
        to = try arguments[Options.Waveform.to]
        size = PixelSize(
            width: try arguments[Options.Waveform.width],
            height: try arguments[Options.Waveform.height]
        )
        isSplit = try arguments[Options.Waveform.split]
        guard let output = try arguments[Options.Waveform.output] else {
            throw arguments.usage("-o is missing: where should the waveform go?")
        }
        let ending = output.split(separator: ".").last.map(String.init) ?? ""
        guard let form = Form(rawValue: ending) else {
            throw arguments.usage("“\(output)” ends in none of .dat, .json, .svg and .png")
        }
        (self.output, self.form) = (output, form)
        file = try arguments.operand("a media file")
    }

    func run() throws { try Output.write(try bytes(), toFile: output) }

    private func bytes() throws -> [UInt8] {
        let waveform = try waveform()
        switch form {
        case .dat: return waveform.bytes(as: .dat)
        case .json: return waveform.bytes(as: .json)
        case .svg: return Array(WaveformDrawing(waveform, size).svg.utf8)
        case .png:
            let pixels = WaveformDrawing(waveform, size).pixels
            guard let png = GreyPNG.encode(pixels, width: size.width, height: size.height) else {
                throw Failure(.internalError, "\(output): no picture could be made")
            }
            return png
        }
    }

    private func waveform() throws -> Waveform {
        let file = try OpenFile(path: file)
        let index = try MediaIndex(of: file, stream: stream, store: cache.store)
        let count = index.table.count
        let end = to ?? count
        guard from <= end, end <= count else {
            throw Failure(.usage, "\(file.name): its frames go from 0 to \(count), the end")
        }
        let track = try track(of: file, index)
        let samples = index.table.samples(of: from..<end, on: track.clock)
        let peaks = track.peaks
        let least = max(1, samples.count / size.width)
        let width = (least + peaks.base - 1) / peaks.base * peaks.base
        let first = Int(samples.lowerBound / Int64(width))
        let last = Int((samples.upperBound + Int64(width) - 1) / Int64(width))
        let points = (first..<max(first, last)).clamped(to: 0..<peaks.count(samplesPerPoint: width))
        let planes = isSplit && peaks.planes > 1 ? 1..<peaks.planes : 0..<1
        return Waveform(
            bits: 16,
            rate: track.clock.rate,
            samplesPerPixel: width,
            channels: planes.map { peaks.extremes(points, plane: $0, samplesPerPoint: width) }
        )
    }

    private func track(of file: OpenFile, _ index: MediaIndex) throws -> SoundTrack {
        guard let sound = index.info.sound else { throw MediaError.noSound(file: file.name) }
        let job = SoundJob(file.name, stream: sound, of: index)
        let store = cache.soundStore(telling: Output.warn)
        if let track = store?.track(of: job, in: file) { return track }
        let track = try SoundTrack(decoding: job, of: file)
        store?.keep(track, of: job, in: file)
        return track
    }
}

/// A waveform as a picture: a row for each channel, one above the other.
struct WaveformDrawing {
    private let waveform: Waveform
    private let size: PixelSize

    init(_ waveform: Waveform, _ size: PixelSize) { (self.waveform, self.size) = (waveform, size) }

    /// The height of one channel.
    private var rows: Int { max(1, size.height / waveform.channels.count) }

    /// The first and the last row of a column of a channel: louder is farther from the middle.
    private func span(_ column: Int, _ channel: [Int16]) -> ClosedRange<Int>? {
        let point = column * waveform.length / size.width
        guard point < waveform.length else { return nil }
        let row = { (sample: Int16) in (32_767 - Int(sample)) * (rows - 1) / 65_535 }
        return row(channel[2 * point + 1])...row(channel[2 * point])
    }

    /// Grey pixels, row after row: black on white.
    var pixels: [UInt8] {
        var pixels = [UInt8](repeating: 255, count: size.width * size.height)
        for (number, channel) in waveform.channels.enumerated() {
            for column in 0..<size.width {
                guard let span = span(column, channel) else { continue }
                for row in span where number * rows + row < size.height {
                    pixels[(number * rows + row) * size.width + column] = 0
                }
            }
        }
        return pixels
    }

    /// A drawing of one upright line for each column.
    var svg: String {
        var path = ""
        for (number, channel) in waveform.channels.enumerated() {
            for column in 0..<size.width {
                guard let span = span(column, channel) else { continue }
                let top = number * rows + span.lowerBound
                path += "M\(column) \(top)h1v\(span.count)h-1z"
            }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(size.width)" height="\(size.height)" \
            viewBox="0 0 \(size.width) \(size.height)"><path d="\(path)"/></svg>

            """
    }
}
