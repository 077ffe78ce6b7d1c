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
}

/// Which blocks are fetched before they are read, as the reads so far go from one to the next.
struct ReadAhead {
    private var last: Int64?
    /// How many blocks in a row were read.
    private var run = 0
    /// The most blocks that are fetched ahead.
    static let most: Int64 = 4

    /// Takes a read of a block; returns those to be fetched behind it, in a file of `count` blocks.
    ///
    /// None after a jump, then twice as many with each block.
    mutating func blocks(after block: Int64, of count: Int64) -> Range<Int64> {
        if let last, block == last + 1 {
            run += 1
        } else if block != last {
            run = 0
        }
        last = block
        let ahead = run == 0 ? 0 : min(Self.most, 1 << Int64(min(run - 1, 8)))
        return block + 1..<max(block + 1, min(count, block + 1 + ahead))
    }
}
