package import Timeline

/// A message from the server to a worker.
///
/// Messages are sequences of variable-length integers; see `ByteWriter`. Each request has one
/// answer, except ``read(reader:frame:_:)``: the worker sends `shown` for each wanted frame and
/// waits for `make` and `proceed`; for other frames it sends `passed` and continues. For pixels it
/// waits for nothing: it sends `passed` for frames on the way, `lossless` and `read`.
package enum WorkerRequest {
    /// Open a file, whose descriptor is attached, for reading frames by the reader of this number.
    case open(reader: Int, name: String, index: MediaIndex, threads: Int)
    /// Open the file of another reader again, whose descriptor is attached, with the same index.
    case openBeside(reader: Int, other: Int, name: String, threads: Int)
    /// Close a reader.
    case close(reader: Int)
    /// Tell how many packets a reader has to decode to a frame.
    case distance(reader: Int, frame: Int, FrameReader.FrameSelection)
    /// Decode up to this frame.
    case read(reader: Int, frame: Int, FrameReader.FrameSelection)
    /// Encode the frame of the last `shown`.
    case make(PreviewFormat)
    /// Decode up to this frame, and take its pixels; the decoder stays there.
    case takePixels(reader: Int, frame: Int, LosslessFormat)
    /// The reply to `shown`, `asking` and `cutting`: whether to continue.
    case proceed(Bool)
    /// Stop reading at the next frame; has no answer, and may arrive after the read has ended.
    case stop
    /// Open a file, whose descriptor is attached, for a scan, and go on from what an earlier one has
    /// found, if that can be.
    case scan(name: String, stream: Int?, after: MediaIndex?)
    /// Scan up to this many more packets.
    case advance(packets: Int)
    /// Find keyframes ahead of the scan.
    case expectKeyframes
    /// Send the frames so far.
    case partialTable
    /// Send the whole index.
    case finish
    /// Plan a cut of a file, whose descriptor is attached.
    case planCut(CutJob, ClosedRange<Int>, CutMode)
    /// Prepare a cut of a file, whose descriptor is attached.
    case cut(CutJob, CutPlan)
    /// Write the prepared cut to a file, whose descriptor is attached.
    case writeCut
    /// Put pictures together into a sprite sheet.
    case sheet(SheetOrder)
    /// Decode all of a sound of a file, whose descriptor is attached.
    case survey(SoundJob)
    /// Decode a sound of a file here and there; the file's descriptor is attached.
    case overview(SoundJob)
    /// Open a file, whose descriptor is attached, for reading samples by the reader of this number.
    case openSound(reader: Int, SoundJob, SoundMap)
    /// Decode samples.
    case readSound(reader: Int, SoundOrder)
}

extension WorkerRequest {
    /// The encoded request.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(kind)
        switch self {
        case .open(let reader, let name, let index, let threads):
            writer.append(UInt64(reader))
            writer.append(name)
            index.send(into: &writer)
            writer.append(UInt64(threads))
        case .openBeside(let reader, let other, let name, let threads):
            writer.append(UInt64(reader))
            writer.append(UInt64(other))
            writer.append(name)
            writer.append(UInt64(threads))
        case .close(let reader): writer.append(UInt64(reader))
        case .distance(let reader, let frame, let selection),
            .read(let reader, let frame, let selection):
            writer.append(UInt64(reader))
            writer.append(signed: Int64(frame))
            selection.send(into: &writer)
        case .make(let format):
            writer.append(UInt64(format.width ?? 0))
            writer.append(UInt64(format.quality))
        case .takePixels(let reader, let frame, let format):
            writer.append(UInt64(reader))
            writer.append(signed: Int64(frame))
            writer.append(format.rawValue)
        case .proceed(let goesOn): writer.append(goesOn ? 1 : 0)
        case .scan(let name, let stream, let earlier):
            writer.append(name)
            writer.append(UInt64(stream.map { $0 + 1 } ?? 0))
            writer.append(earlier == nil ? 0 : 1)
            earlier?.send(into: &writer)
        case .advance(let packets): writer.append(UInt64(packets))
        case .planCut(let job, let frames, let mode):
            job.send(into: &writer)
            writer.append(Range(frames))
            writer.append(mode)
        case .cut(let job, let plan):
            job.send(into: &writer)
            plan.send(into: &writer)
        case .sheet(let order): order.send(into: &writer)
        case .survey(let job), .overview(let job): job.send(into: &writer)
        case .openSound(let reader, let job, let map):
            writer.append(UInt64(reader))
            job.send(into: &writer)
            map.encode(into: &writer)
        case .readSound(let reader, let order):
            writer.append(UInt64(reader))
            order.send(into: &writer)
        case .stop, .expectKeyframes, .partialTable, .finish, .writeCut: break
        }
        return writer.bytes
    }

    private var kind: UInt64 {
        switch self {
        case .open: 0
        case .close: 1
        case .distance: 2
        case .read: 3
        case .make: 4
        case .proceed: 5
        case .scan: 6
        case .advance: 7
        case .expectKeyframes: 8
        case .partialTable: 9
        case .finish: 10
        case .stop: 11
        case .planCut: 12
        case .cut: 13
        case .writeCut: 14
        case .sheet: 15
        case .takePixels: 32
        case .survey: 24
        case .openSound: 25
        case .readSound: 26
        case .overview: 27
        case .openBeside: 28
        }
    }

    /// Decodes a request.
    package init(_ bytes: [UInt8]) throws(StoredError) {
        var reader = ByteReader(bytes)
        switch try reader.number() {
        case 0:
            self = .open(
                reader: try reader.small(),
                name: try reader.text(),
                index: try MediaIndex(sentTo: &reader),
                threads: try reader.small()
            )
        case 1: self = .close(reader: try reader.small())
        case let kind where kind == 2 || kind == 3:
            let number = try reader.small()
            let frame = Int(try reader.signed())
            let selection = try FrameReader.FrameSelection(sentTo: &reader)
            self =
                kind == 2
                ? .distance(reader: number, frame: frame, selection)
                : .read(reader: number, frame: frame, selection)
        case 4:
            let width = try reader.small()
            let format = PreviewFormat(
                width: width > 0 ? width : nil,
                quality: try reader.small()
            )
            self = .make(format)
        case 5: self = .proceed(try reader.number() == 1)
        case 6:
            let name = try reader.text()
            let stream = try reader.small() - 1
            let isGrown = try reader.number() == 1
            self = .scan(
                name: name,
                stream: stream >= 0 ? stream : nil,
                after: isGrown ? try MediaIndex(sentTo: &reader) : nil
            )
        case 7: self = .advance(packets: try reader.small())
        case 8: self = .expectKeyframes
        case 9: self = .partialTable
        case 10: self = .finish
        case 11: self = .stop
        case 12:
            let job = try CutJob(sentTo: &reader)
            self = .planCut(job, try reader.frames(), try reader.mode())
        case 13: self = .cut(try CutJob(sentTo: &reader), try CutPlan(sentTo: &reader))
        case 14: self = .writeCut
        case 15: self = .sheet(try SheetOrder(sentTo: &reader))
        case 32:
            self = .takePixels(
                reader: try reader.small(),
                frame: Int(try reader.signed()),
                try LosslessFormat(sentTo: &reader)
            )
        case 24: self = .survey(try SoundJob(sentTo: &reader))
        case 25:
            self = .openSound(
                reader: try reader.small(),
                try SoundJob(sentTo: &reader),
                try SoundMap(from: &reader)
            )
        case 26: self = .readSound(reader: try reader.small(), try SoundOrder(sentTo: &reader))
        case 27: self = .overview(try SoundJob(sentTo: &reader))
        case 28:
            self = .openBeside(
                reader: try reader.small(),
                other: try reader.small(),
                name: try reader.text(),
                threads: try reader.small()
            )
        default: throw .impossible
        }
        try reader.finish()
    }
}

extension MediaIndex {
    func send(into writer: inout ByteWriter) {
        info.encode(into: &writer)
        table.send(into: &writer)
        encodeResume(into: &writer)
    }

    init(sentTo reader: inout ByteReader) throws(StoredError) {
        let info = try MediaInfo(from: &reader)
        let table = try FrameTable(sentTo: &reader)
        try self.init(info: info, table: table, resumeFrom: &reader)
    }
}

extension FrameReader.FrameSelection {
    fileprivate func send(into writer: inout ByteWriter) {
        switch self {
        case .alone: writer.append(0)
        case .only(let frames):
            writer.append(1)
            writer.append(UInt64(frames.count))
            for frame in frames { writer.append(signed: Int64(frame)) }
        case .since(let frame):
            writer.append(2)
            writer.append(signed: Int64(frame))
        case .passing(let frame):
            writer.append(3)
            writer.append(signed: Int64(frame))
        case .keyframe: writer.append(4)
        case .resting(let frame):
            writer.append(5)
            writer.append(signed: Int64(frame))
        case .fromAfar: writer.append(6)
        }
    }

    fileprivate init(sentTo reader: inout ByteReader) throws(StoredError) {
        switch try reader.number() {
        case 0: self = .alone
        case 1:
            var frames: Set<Int> = []
            for _ in 0..<(try reader.small()) { frames.insert(Int(try reader.signed())) }
            self = .only(frames)
        case 2: self = .since(Int(try reader.signed()))
        case 3: self = .passing(to: Int(try reader.signed()))
        case 4: self = .keyframe
        case 5: self = .resting(since: Int(try reader.signed()))
        case 6: self = .fromAfar
        default: throw .impossible
        }
    }
}
