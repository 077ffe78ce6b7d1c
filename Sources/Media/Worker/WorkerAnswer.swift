package import Timeline

/// A message from a worker to the server.
///
/// Every value is validated, since a file may have compromised the worker.
package enum WorkerAnswer {
    /// The request was carried out and has no result.
    case done
    /// The worker is ready, and lacks these protections.
    case ready(lacking: [String])
    /// How many packets have to be decoded to a frame; `nil` where it takes a seek.
    case distance(Int?)
    /// A wanted frame was decoded, and the worker waits for `make` or `proceed`.
    case shown(frame: Int)
    /// Another frame was decoded, and the worker continues.
    case passed(frame: Int)
    /// The encoded frame of the last `shown`, or a finished sheet.
    case picture(Preview)
    /// The pixels that were asked for; the read has not ended.
    case lossless(LosslessPicture)
    /// The read has ended, with whether the frame was shown and how many frames the reader has
    /// decoded in all.
    case read(wasShown: Bool, decoded: Int)
    /// The information from a file's headers; the packets that need no scan, as an earlier one has
    /// found them, and how many have been read to know that.
    case opened(MediaInfo, known: Int, read: Int)
    /// The scan's progress in 0…1, and whether there is more to scan.
    case scanned(packets: Int, progress: Double, goesOn: Bool)
    /// The frames so far.
    case table(FrameTable?)
    /// The whole index.
    case index(MediaIndex)
    /// The worker waits for `proceed` during a request that takes long.
    case asking
    /// How much of a file is decoded that has to be as a whole; the worker waits for `proceed`.
    case decoding(WholeDecode)
    /// The plan of a cut.
    case planned(CutPlan)
    /// A cut's progress in 0…1; the worker waits for `proceed`.
    case cutting(progress: Double)
    /// All of a sound has been decoded.
    case surveyed(SoundTrack)
    /// A sound has been decoded here and there; `nil` where nothing was heard.
    case overview(SoundOverview?)
    /// Samples, and how many packets the reader has decoded in all.
    case samples([UInt8], decoded: Int)
    /// The request failed.
    case failed(MediaError)
}

extension WorkerAnswer {
    /// The encoded answer.
    package var bytes: [UInt8] { head + pixels }

    /// What follows ``head`` in the encoded answer: too much for a further copy.
    package var pixels: ArraySlice<UInt8> {
        if case .lossless(let picture) = self { picture.bytes } else { [] }
    }

    /// The encoded answer, but for ``pixels``.
    package var head: [UInt8] {
        var writer = ByteWriter()
        writer.append(kind)
        switch self {
        case .done, .asking: break
        case .ready(let lacking):
            writer.append(UInt64(lacking.count))
            for one in lacking { writer.append(one) }
        case .distance(let packets):
            writer.append(packets == nil ? 0 : 1)
            // Negative where the frame's packet has been fed to the decoder already.
            writer.append(signed: Int64(packets ?? 0))
        case .shown(let frame), .passed(let frame): writer.append(UInt64(frame))
        case .picture(let preview): preview.send(into: &writer)
        case .lossless(let picture): picture.send(into: &writer)
        case .read(let wasShown, let decoded):
            writer.append(wasShown ? 1 : 0)
            writer.append(UInt64(decoded))
        case .opened(let info, let known, let read):
            info.encode(into: &writer)
            for number in [known, read] { writer.append(UInt64(number)) }
        case .scanned(let packets, let progress, let goesOn):
            writer.append(UInt64(packets))
            writer.append(progress.bitPattern)
            writer.append(goesOn ? 1 : 0)
        case .table(let table):
            writer.append(table == nil ? 0 : 1)
            table?.send(into: &writer)
        case .index(let index): index.send(into: &writer)
        case .planned(let plan): plan.send(into: &writer)
        case .decoding(let decode):
            writer.append(UInt64(decode.fault.rawValue))
            writer.append(decode.progress.bitPattern)
        case .cutting(let progress): writer.append(progress.bitPattern)
        case .surveyed(let track): track.encode(into: &writer)
        case .overview(let overview):
            writer.append(overview == nil ? 0 : 1)
            overview?.encode(into: &writer)
        case .samples(let bytes, let decoded):
            writer.append(bytes: bytes)
            writer.append(UInt64(decoded))
        case .failed(let error): EncodedError(error).send(into: &writer)
        }
        return writer.bytes
    }

    private var kind: UInt64 {
        switch self {
        case .done: 0
        case .ready: 1
        case .distance: 2
        case .shown: 3
        case .picture: 4
        case .read: 5
        case .opened: 6
        case .scanned: 7
        case .table: 8
        case .index: 9
        case .asking: 10
        case .failed: 11
        case .passed: 12
        case .planned: 13
        case .cutting: 14
        case .decoding: 15
        case .lossless: 32
        case .surveyed: 24
        case .samples: 25
        case .overview: 27
        }
    }

    /// Decodes an answer about the file of this name.
    package init(_ bytes: [UInt8], about file: String) throws(StoredError) {
        var reader = ByteReader(bytes)
        switch try reader.number() {
        case 0: self = .done
        case 1:
            var lacking: [String] = []
            for _ in 0..<(try reader.integer(in: 0...16)) { lacking.append(try reader.remark()) }
            self = .ready(lacking: lacking)
        case 2:
            let isThere = try reader.number() == 1
            let packets = Int(try reader.signed())
            self = .distance(isThere ? packets : nil)
        case 3: self = .shown(frame: try reader.small())
        case 4: self = .picture(try Preview(sentTo: &reader))
        case 5: self = .read(wasShown: try reader.number() == 1, decoded: try reader.small())
        case 6:
            let info = try MediaInfo(from: &reader)
            self = .opened(info, known: try reader.small(), read: try reader.small())
        case 7:
            self = .scanned(
                packets: try reader.small(),
                progress: Double(bitPattern: try reader.number()),
                goesOn: try reader.number() == 1
            )
        case 8:
            let isThere = try reader.number() == 1
            self = .table(isThere ? try FrameTable(sentTo: &reader) : nil)
        case 9: self = .index(try MediaIndex(sentTo: &reader))
        case 10: self = .asking
        case 11: self = .failed(try EncodedError(sentTo: &reader).about(file))
        case 12: self = .passed(frame: try reader.small())
        case 13: self = .planned(try CutPlan(sentTo: &reader))
        case 14: self = .cutting(progress: Double(bitPattern: try reader.number()))
        case 15:
            let fault = DisplayOrder.Fault(rawValue: UInt8(try reader.integer(in: 0...255)))
            let progress = Double(bitPattern: try reader.number())
            guard let fault, (0...1).contains(progress) else { throw .impossible }
            self = .decoding(WholeDecode(fault, progress: progress))
        case 32: self = .lossless(try LosslessPicture(sentTo: &reader))
        case 24: self = .surveyed(try SoundTrack(from: &reader))
        case 25: self = .samples(try reader.run(), decoded: try reader.small())
        case 27:
            let isThere = try reader.number() == 1
            self = .overview(isThere ? try SoundOverview(from: &reader) : nil)
        default: throw .impossible
        }
        try reader.finish()
    }
}

extension Preview {
    func send(into writer: inout ByteWriter) {
        for number in [size.width, size.height] { writer.append(UInt64(number)) }
        writer.append(isConcealed ? 1 : 0)
        writer.append(UInt64(type.rawValue))
        writer.append(bytes: bytes)
    }

    init(sentTo reader: inout ByteReader) throws(StoredError) {
        let size = PixelSize(width: try reader.small(), height: try reader.small())
        let isConcealed = try reader.number() == 1
        let type = PictureType(rawValue: UInt8(try reader.integer(in: 0...255)))
        guard let type else { throw .impossible }
        self.init(bytes: try reader.run(), size: size, isConcealed: isConcealed, type: type)
    }
}

/// A ``MediaError`` as a worker sends it: without the file's name, which the server knows.
struct EncodedError {
    private var kind: UInt64 = 0
    private var text = ""
    private var number: Int64 = 0
    private var further: Int64 = 0

    /// Encodes an error.
    init(_ error: MediaError) {
        switch error {
        case .notAFile: kind = 1
        case .empty: kind = 2
        case .notMedia(_, let why): (kind, text, number) = (3, why.function, Int64(why.code))
        case .refused: kind = 4
        case .noStreams: kind = 5
        case .noSuchStream(_, let stream): (kind, number) = (6, Int64(stream))
        case .noFrames: kind = 7
        case .noDecoder(_, let codec): (kind, text) = (8, codec)
        case .noSuchFrame(_, let frame, let count):
            (kind, number, further) = (9, Int64(frame), Int64(count))
        case .undecodable(_, let frame): (kind, number) = (10, Int64(frame))
        case .noPictures: kind = 11
        case .cannotEncode(_, let reason): (kind, text) = (12, reason)
        case .cancelled: kind = 13
        case .changed: kind = 14
        case .unsuitable(_, let reason): (kind, text) = (15, reason)
        case .cannotCut(_, let reason): (kind, text) = (16, reason)
        case .cannotWrite(_, let reason): (kind, text) = (17, reason)
        case .noSound: kind = 24
        case .elsewhere(_, let fault):
            let (code, detail) = fault.numbers
            (kind, number, further) = (33, Int64(code), Int64(detail))
        default: text = "\(error)"
        }
    }

    /// The error, for the file of this name.
    func about(_ file: String) -> MediaError {
        switch kind {
        case 1: .notAFile(file: file)
        case 2: .empty(file: file)
        case 3: .notMedia(file: file, LibAVError(code: CInt(clamping: number), function: text))
        case 4: .refused(file: file)
        case 5: .noStreams(file: file)
        case 6: .noSuchStream(file: file, stream: Int(number))
        case 7: .noFrames(file: file)
        case 8: .noDecoder(file: file, codec: text)
        case 9: .noSuchFrame(file: file, frame: Int(number), count: Int(further))
        case 10: .undecodable(file: file, frame: Int(number))
        case 11: .noPictures(file: file)
        case 12: .cannotEncode(file: file, reason: text)
        case 13: .cancelled(file: file)
        case 14: .changed(file: file)
        case 15: .unsuitable(file: file, reason: text)
        case 16: .cannotCut(file: file, reason: text)
        case 17: .cannotWrite(file: file, reason: text)
        case 24: .noSound(file: file)
        case 33:
            .elsewhere(
                file: file,
                RemoteFault(code: Int32(clamping: number), detail: Int32(clamping: further))
            )
        default: .workerLost(file: file, reason: text)
        }
    }

    func send(into writer: inout ByteWriter) {
        writer.append(kind)
        writer.append(text)
        writer.append(signed: number)
        writer.append(signed: further)
    }

    init(sentTo reader: inout ByteReader) throws(StoredError) {
        kind = try reader.number()
        text = try reader.remark()
        (number, further) = (try reader.signed(), try reader.signed())
    }
}

extension ByteReader {
    /// Reads a text that people are shown: longer than a path, it is none.
    fileprivate mutating func remark() throws(StoredError) -> String {
        let text = try text()
        guard text.utf8.count <= 8192 else { throw .impossible }
        return text
    }
}
