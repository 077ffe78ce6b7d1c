/// Which blocks are being fetched for one reader: where it reads, where it was before, and ahead.
///
/// After a jump all others are given up but those that are almost there.
struct FetchWindow {
    private var ahead = ReadAhead()
    private var fetches: [Int64: BlockFetch] = [:]
    private var (block, previous) = (Int64(-1), Int64(-1))

    /// Has the next read be of a block of a file of `count` blocks, gives up what is not needed any
    /// more, and returns the blocks to be fetched behind it.
    mutating func move(to number: Int64, of count: Int64) -> Range<Int64> {
        if number != block { (previous, block) = (block, number) }
        let next = ahead.blocks(after: number, of: count)
        let kept = [previous, block]
        fetches = fetches.filter { number, fetch in
            kept.contains(number) || next.contains(number) || fetch.isNearItsEnd
        }
        return next
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
