public import Foundation

/// The number that every picture of a sample carries.
///
/// It is written as 16 bits over the full width of the picture's top tenth, the lowest bit on
/// the left, white for 1 and black for 0.
public enum Barcode {
    /// How many bits stand side by side.
    public static let bits = 16

    /// Reads the number from a picture's luma samples, `stride` bytes from row to row.
    ///
    /// Samples the middle of each block, where no coder smears its neighbours.
    public static func read(luma: [UInt8], width: Int, height: Int, stride: Int) -> Int {
        let row = height / 20
        return number(of: (0..<bits).map { luma[row * stride + (2 * $0 + 1) * width / (2 * bits)] })
    }

    /// Reads the number from a JPEG, decoded by `ffmpeg`.
    public static func read(jpeg: Data) throws -> Int {
        let numbers = try decode(["-f", "mjpeg", "-i", "pipe:0"], input: jpeg)
        guard let first = numbers.first else {
            throw Tool.Failure(description: "ffmpeg found no picture in \(jpeg.count) bytes")
        }
        return first
    }

    /// Reads the numbers of all displayed pictures of a file, in order, decoded by `ffmpeg`.
    ///
    /// `stream` is the stream's number in the file; nil is the first one with moving pictures.
    public static func readAll(path: String, stream: Int? = nil) throws -> [Int] {
        let map = stream.map { "0:\($0)" } ?? "0:V:0"
        return try decode(["-noautorotate", "-i", path, "-map", map, "-fps_mode", "passthrough"])
    }

    /// Averages each block into one byte per bit.
    private static func decode(_ arguments: [String], input: Data = Data()) throws -> [Int] {
        let filter = "crop=iw:ih/10:0:0,format=gray,scale=\(bits):1:flags=area"
        let bytes = try Tool.run(
            "ffmpeg",
            ["-v", "error"] + arguments + ["-vf", filter, "-f", "rawvideo", "-"],
            input: input
        )
        return stride(from: 0, to: bytes.count, by: bits).map { start in
            number(of: Array(bytes[start..<start + bits]))
        }
    }

    private static func number(of blocks: [UInt8]) -> Int {
        blocks.enumerated().reduce(0) { $0 | ($1.element > 125 ? 1 << $1.offset : 0) }
    }
}
