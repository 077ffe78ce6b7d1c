import Timeline

/// What a worker answers.
///
/// Nothing in it is believed before it is read: a file may have taken the worker over.
enum WorkerAnswer {
    /// Done, and there is nothing to say.
    case done
    /// The worker is ready, and lives without these protections.
    case ready(lacking: [String])
    /// The packets to go to a frame; `nil` where it takes a seek.
    case distance(Int?)
    /// A frame is there, and the worker waits to hear what to do with it.
    case shown(frame: Int)
    /// A frame that nobody wants is there, and the worker goes on.
    case passed(frame: Int)
    /// The picture of the frame that is shown.
    case picture(Preview)
    /// The way is at its end, the frame shown or not; so many were decoded by the reader so far.
    case read(wasShown: Bool, decoded: Int)
    /// What a file says about itself.
    case opened(MediaInfo)
    /// How far the scan has come, and whether it goes on.
    case scanned(packets: Int, progress: Double, goesOn: Bool)
    /// The frames so far.
    case table(FrameTable?)
    /// The whole index.
    case index(MediaIndex)
    /// Whether to go on, of something that takes long.
    case asking
    /// What a cut will be.
    case planned(CutPlan)
    /// How far a cut has come, in 0…1, and whether to go on.
    case cutting(progress: Double)
    /// It could not be done.
    case failed(MediaError)
}

extension WorkerAnswer {
    /// The bytes of the answer.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.append(kind)
        switch self {
        case .done, .asking: break
        case .ready(let lacking):
            writer.append(UInt64(lacking.count))
            for one in lacking { writer.append(one) }
        case .distance(let packets):
            writer.append(packets == nil ? 0 : 1)
            // Below zero where the frame's packet is in the decoder already.
            writer.append(signed: Int64(packets ?? 0))
        case .shown(let frame), .passed(let frame): writer.append(UInt64(frame))
        case .picture(let preview):
            for number in [preview.size.width, preview.size.height] {
                writer.append(UInt64(number))
            }
            writer.append(preview.isConcealed ? 1 : 0)
            writer.append(UInt64(preview.type.rawValue))
            writer.append(bytes: preview.bytes)
        case .read(let wasShown, let decoded):
            writer.append(wasShown ? 1 : 0)
            writer.append(UInt64(decoded))
        case .opened(let info): info.encode(into: &writer)
        case .scanned(let packets, let progress, let goesOn):
            writer.append(UInt64(packets))
            writer.append(progress.bitPattern)
            writer.append(goesOn ? 1 : 0)
        case .table(let table):
            writer.append(table == nil ? 0 : 1)
            table?.send(into: &writer)
        case .index(let index): index.send(into: &writer)
        case .planned(let plan): plan.send(into: &writer)
        case .cutting(let progress): writer.append(progress.bitPattern)
        case .failed(let error): SentError(error).send(into: &writer)
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
        }
    }

    /// Reads an answer about the file of this name.
    init(_ bytes: [UInt8], about file: String) throws(StoredError) {
        var reader = ByteReader(bytes)
        switch try reader.number() {
        case 0: self = .done
        case 1:
            var lacking: [String] = []
            for _ in 0..<(try reader.integer(in: 0...16)) { lacking.append(try reader.text()) }
            self = .ready(lacking: lacking)
        case 2:
            let isThere = try reader.number() == 1
            let packets = Int(try reader.signed())
            self = .distance(isThere ? packets : nil)
        case 3: self = .shown(frame: try reader.small())
        case 4: self = .picture(try Preview(sentTo: &reader))
        case 5: self = .read(wasShown: try reader.number() == 1, decoded: try reader.small())
        case 6: self = .opened(try MediaInfo(from: &reader))
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
        case 11: self = .failed(try SentError(sentTo: &reader).about(file))
        case 12: self = .passed(frame: try reader.small())
        case 13: self = .planned(try CutPlan(sentTo: &reader))
        case 14: self = .cutting(progress: Double(bitPattern: try reader.number()))
        default: throw .impossible
        }
        try reader.finish()
    }
}

extension Preview {
    fileprivate init(sentTo reader: inout ByteReader) throws(StoredError) {
        let size = PixelSize(width: try reader.small(), height: try reader.small())
        let isConcealed = try reader.number() == 1
        let type = PictureType(rawValue: UInt8(try reader.integer(in: 0...255)))
        guard let type else { throw .impossible }
        self.init(bytes: try reader.run(), size: size, isConcealed: isConcealed, type: type)
    }
}
