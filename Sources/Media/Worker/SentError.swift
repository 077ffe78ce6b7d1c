import Timeline

/// A failure on its way from a worker: which one it is, without the file's name, which is known.
struct SentError {
    private var kind: UInt64 = 0
    private var text = ""
    private var number: Int64 = 0
    private var further: Int64 = 0

    /// Takes an error apart.
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
        default: text = "\(error)"
        }
    }

    /// Puts it together again, for the file of this name.
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
        text = try reader.text()
        (number, further) = (try reader.signed(), try reader.signed())
    }
}
