/// Which part of which block a read is of.
struct BlockPlan: Equatable {
    /// Bytes of every block but a file's last.
    static let size = 1 << 20

    /// The block's number.
    let number: Int64
    /// Where in the block the read begins, and how many bytes of it are wanted.
    let start, count: Int
    /// Bytes of the block.
    let length: Int

    /// Plans a read of `count` bytes at `offset` in a file of `size` bytes; it ends with the block.
    ///
    /// `nil` behind the file's end, and for no bytes.
    init?(at offset: Int64, count: Int, of size: Int64) {
        guard offset >= 0, offset < size, count > 0 else { return nil }
        number = offset / Int64(Self.size)
        start = Int(offset % Int64(Self.size))
        length = Self.length(of: number, in: size)
        self.count = min(count, length - start)
    }

    /// Bytes of a block of a file.
    static func length(of number: Int64, in size: Int64) -> Int {
        Int(min(Int64(Self.size), size - number * Int64(Self.size)))
    }

    /// How many blocks a file has.
    static func count(in size: Int64) -> Int64 {
        (size + Int64(Self.size) - 1) / Int64(Self.size)
    }

    /// The numbers of the blocks that a place is in.
    static func numbers(of place: Range<Int64>) -> Range<Int64> {
        let size = Int64(Self.size)
        return place.lowerBound / size..<(place.upperBound + size - 1) / size
    }

    /// What of a place is in a block, from the block's start on.
    static func part(of place: Range<Int64>, in number: Int64) -> Range<Int> {
        let begin = number * Int64(Self.size)
        let part = place.clamped(to: begin..<begin + Int64(Self.size))
        return Int(part.lowerBound - begin)..<Int(part.upperBound - begin)
    }
}
