import Foundation

/// Gives recordings forms that ffmpeg does not write.
enum RecordedForm {
    /// Matroska of which the lengths of the segment and of all clusters are unknown.
    static func unsized(_ data: Data) -> Data {
        let (segment, cluster): ([UInt8], [UInt8]) = (
            [0x18, 0x53, 0x80, 0x67], [0x1f, 0x43, 0xb6, 0x75]
        )
        var (bytes, start) = (Array(data), 0)
        while start < bytes.count {
            let size = start + bytes[start].leadingZeroBitCount + 1
            let content = size + bytes[size].leadingZeroBitCount + 1
            let kind = Array(bytes[start..<size])
            let length = number(bytes[size..<content]) & (1 << (7 * (content - size)) - 1)
            if kind == segment || kind == cluster {
                bytes[size] = UInt8(truncatingIfNeeded: 0x1ff >> (content - size))
                for place in size + 1..<content { bytes[place] = 0xff }
            }
            start = kind == segment ? content : content + length
        }
        return Data(bytes)
    }

    /// MP4 with these segments in its edit list: the length in the film's ticks, and the start in the
    /// media's.
    static func edited(_ data: Data, _ edits: [(length: Int, start: Int)]) -> Data {
        Data(rewritten(Array(data)[...], edits))
    }

    private static func rewritten(
        _ boxes: ArraySlice<UInt8>,
        _ edits: [(length: Int, start: Int)]
    ) -> [UInt8] {
        var (rest, done) = (boxes, [UInt8]())
        while rest.count >= 8 {
            let box = rest.prefix(number(rest.prefix(4)))
            let type = String(decoding: box.dropFirst(4).prefix(4), as: UTF8.self)
            let content =
                switch type {
                case "moov", "trak", "edts": rewritten(box.dropFirst(8), edits)
                case "elst": list(of: edits)
                default: Array(box.dropFirst(8))
                }
            done += bigEndian(8 + content.count) + type.utf8 + content
            rest = rest.dropFirst(box.count)
        }
        return done
    }

    private static func list(of edits: [(length: Int, start: Int)]) -> [UInt8] {
        var entries: [UInt8] = []
        for edit in edits {
            entries += bigEndian(edit.length) + bigEndian(edit.start) + [0, 1, 0, 0]
        }
        return [0, 0, 0, 0] + bigEndian(edits.count) + entries
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}
