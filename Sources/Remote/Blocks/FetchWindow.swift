/// Which blocks are being fetched for one reader: where it reads, where it was before, and ahead, or
/// else what it said that it would read.
///
/// After a jump all others are given up but those that are almost there.
struct FetchWindow {
    private var ahead = ReadAhead()
    private var fetches: [Int64: BlockFetch] = [:]
    private var (block, previous) = (Int64(-1), Int64(-1))
    /// The blocks that it is going to read, as it said last.
    private var expected: Set<Int64> = []

    /// Has the next read be of a block of a file of `count` blocks, or also of the one behind it; gives
    /// up what is not needed any more.
    ///
    /// - Returns: The blocks to be fetched behind it.
    mutating func move(to number: Int64, of count: Int64, goesBeyond: Bool) -> Range<Int64> {
        if number != block { (previous, block) = (block, number) }
        var next = ahead.blocks(after: number, of: count)
        if goesBeyond, next.isEmpty { next = number + 1..<max(number + 1, min(count, number + 2)) }
        // Who says what it reads reads nothing else.
        if expected.contains(number) { next = next.lowerBound..<next.lowerBound }
        keep(expected.union([previous, block]).union(next))
        return next
    }

    /// Has the next reads be of these blocks, and gives up others.
    mutating func expect(_ numbers: Set<Int64>) {
        expected = numbers
        keep(numbers.union([block]))
    }

    /// Holds blocks that are being fetched.
    mutating func hold(_ fetches: [Int64: BlockFetch]) { self.fetches.merge(fetches) { $1 } }

    /// Whether it has said that it would read a block.
    func expects(_ number: Int64) -> Bool { expected.contains(number) }

    private mutating func keep(_ numbers: Set<Int64>) {
        fetches = fetches.filter { number, fetch in
            numbers.contains(number) || fetch.isNearItsEnd
        }
    }

    /// The fetch of a block, unless it has failed.
    subscript(number: Int64) -> BlockFetch? {
        get { fetches[number].flatMap { $0.isUsable ? $0 : nil } }
        set { fetches[number] = newValue }
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
