/// Finds where the elements of a container begin that demuxers can start to read at: the clusters of a
/// Matroska file (RFC 9559, 5.1.3) and the tags of an FLV file (FLV 10.1, Annex E.4.1).
///
/// libavformat tells where a packet's data are, which is within such an element.
struct ElementSearch {
    enum Kind {
        case cluster, tag

        /// The elements of a container, by libavformat's name for it; `nil` where packets need none.
        init?(of container: String) {
            switch container {
            case "flv": self = .tag
            case let name where name.hasPrefix("matroska"): self = .cluster
            default: return nil
            }
        }
    }

    /// An element that packets are in.
    struct Element: Equatable {
        /// Its first byte.
        let start: Int64
        /// The byte behind it; `nil` where its author did not know.
        let end: Int64?
        /// When it begins, in its container's ticks.
        let time: Int64
    }

    let kind: Kind
    let file: OpenFile

    /// How often the file is read to tell if what looks like an element is one.
    ///
    /// In usual files one of a billion bytes looks like a tag and is none.
    private static let mostChecks = 1000
    /// Bytes that are read at once.
    private static let window = 256 << 10

    /// The element that holds a packet's data; `nil` where there is none.
    ///
    /// - Parameter packet: The first byte of the data, or of the element.
    /// - Returns: The last element that begins there or before it, and ends behind it.
    func element(holding packet: Int64) -> Element? {
        var (end, checks) = (packet, Self.mostChecks)
        let first = max(0, packet - kind.mostBeforePacket)
        while end > first {
            let start = max(first, end - Int64(Self.window))
            let bytes = bytes(from: start, Int(end - start) + kind.head + 1)
            for place in (0..<max(0, bytes.count - kind.head)).reversed() {
                guard start + Int64(place) <= packet,
                    let element = element(in: bytes, place, start, &checks)
                else { continue }
                if element.end ?? .max > packet { return element }
            }
            end = start
        }
        return nil
    }

    /// The first element that begins at a byte or behind it; `nil` where there is none in `reach` bytes.
    func element(after byte: Int64, reach: Int64) -> Element? {
        var (start, checks) = (byte, Self.mostChecks)
        while start - byte < reach, checks > 0 {
            let bytes = bytes(from: start, Self.window + kind.head)
            guard bytes.count > kind.head else { return nil }
            for place in 0..<bytes.count - kind.head {
                if let element = element(in: bytes, place, start, &checks) { return element }
            }
            start += Int64(Self.window)
        }
        return nil
    }

    /// The bytes from one place to another, as far as the file has them.
    private func bytes(from start: Int64, _ count: Int) -> [UInt8] {
        guard let start = Int(exactly: start), start >= 0, start <= .max - count else { return [] }
        return file.bytes(in: start..<start + count)
    }

    /// The element that begins at a place in bytes of the file, the first of which is at `start`.
    private func element(
        in bytes: [UInt8],
        _ place: Int,
        _ start: Int64,
        _ checks: inout Int
    ) -> Element? {
        guard kind.canBegin(with: bytes[place]), checks > 0 else { return nil }
        let head = bytes[place..<place + kind.head]
        switch kind {
        case .cluster: return Element(clusterAt: start + Int64(place), head)
        case .tag:
            guard let tag = Element(tagAt: start + Int64(place), head), let end = tag.end else {
                return nil
            }
            checks -= 1
            // Its length is said again behind it.
            return number(self.bytes(from: end, 4)) == end - tag.start ? tag : nil
        }
    }

    private func number(_ bytes: [UInt8]) -> Int64? {
        bytes.count == 4 ? Int64(bigEndian: bytes[...]) : nil
    }
}

extension ElementSearch.Kind {
    /// Bytes of an element's beginning that tell what it is.
    fileprivate var head: Int { self == .cluster ? 64 : 11 }

    /// How many bytes an element begins before a packet at most: more than the clusters of any usual
    /// author have; of a tag libavformat gives the beginning, or that of what is in it.
    fileprivate var mostBeforePacket: Int64 { self == .cluster ? 16 << 20 : 32 }

    /// Whether an element can begin with a byte.
    fileprivate func canBegin(with byte: UInt8) -> Bool {
        switch self {
        case .cluster: byte == 0x1f
        // Sound, pictures, and what is said of them, encrypted or not.
        case .tag: [8, 9, 18].contains(byte & 0xdf)
        }
    }
}

// MARK: - Tags

extension ElementSearch.Element {
    /// Reads a tag's type, length, time and number of its stream, which is 0.
    fileprivate init?(tagAt place: Int64, _ head: ArraySlice<UInt8>) {
        let bytes = Array(head)
        guard bytes[8...10].allSatisfy({ $0 == 0 }) else { return nil }
        start = place
        end = place + Int64(bytes.count) + Int64(bigEndian: bytes[1...3])
        // The highest byte of the time comes last.
        time = Int64(bytes[7]) << 24 | Int64(bigEndian: bytes[4...6])
    }
}

// MARK: - Clusters

extension ElementSearch.Element {
    private static let cluster: [UInt8] = [0x1f, 0x43, 0xb6, 0x75]
    private static let time: UInt8 = 0xe7
    /// What may come before the time: a checksum, nothing, lengths and places.
    private static let beforeTime: Set<UInt8> = [0xbf, 0xec, 0xab, 0xa7]

    /// Reads a cluster's name, length and time.
    fileprivate init?(clusterAt place: Int64, _ head: ArraySlice<UInt8>) {
        guard head.starts(with: Self.cluster) else { return nil }
        var rest = head.dropFirst(Self.cluster.count)
        guard let length = rest.takeEBMLNumber() else { return nil }
        end =
            length.isUnknown ? nil : place + Int64(rest.startIndex - head.startIndex) + length.value
        while let child = rest.popFirst() {
            guard let size = rest.takeEBMLNumber(), size.value <= rest.count else { return nil }
            let content = rest.prefix(Int(size.value))
            if child == Self.time, (1...7).contains(content.count) {
                (start, time) = (place, Int64(bigEndian: content))
                return
            }
            guard Self.beforeTime.contains(child) else { return nil }
            rest = rest.dropFirst(content.count)
        }
        return nil
    }
}

extension ArraySlice<UInt8> {
    /// Takes a number of one to eight bytes (RFC 8794, 4); unknown where all of its bits are set.
    fileprivate mutating func takeEBMLNumber() -> (value: Int64, isUnknown: Bool)? {
        guard let first, first != 0 else { return nil }
        // The zeros before the first bit that is set tell how many bytes follow.
        let length = first.leadingZeroBitCount + 1
        let bytes = prefix(length)
        guard bytes.count == length else { return nil }
        self = dropFirst(length)
        let value = Int64(bigEndian: bytes) ^ (1 << (7 * length))
        return (value, value == (1 << (7 * length)) - 1)
    }
}

extension Int64 {
    /// The number of at most eight bytes, the highest first.
    fileprivate init(bigEndian bytes: ArraySlice<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | Int64($1) }
    }
}
