import Basics
import Media

/// The head of a server's answer, and what it means for the range that was asked for.
///
/// Nothing of it is believed that does not fit what was asked for.
struct RangeAnswer: Equatable {
    /// What an answer means.
    enum Meaning: Equatable {
        /// These bytes follow, of this version.
        case bytes(count: Int64, RemoteVersion)
        /// A list of files follows.
        case list
        /// It leads elsewhere.
        case redirect
        /// It is of no use.
        case fault(RemoteFault)
    }

    /// The status.
    private(set) var status = 0
    private var fields: [String: String] = [:]
    private var bytes = 0
    /// The most bytes of a head; servers send a few hundred.
    static let limit = 32 << 10

    /// Takes the next line; `false` where there are more than a head may have.
    mutating func take(line: String) -> Bool {
        bytes += line.utf8.count
        guard bytes <= Self.limit else { return false }
        if line.hasPrefix("HTTP/") {
            // The answer proper may follow others, such as 100 Continue.
            fields = [:]
            let words = line.prefix { !$0.isNewline }.split(separator: " ")
            status = words.dropFirst().first.flatMap { Int($0) } ?? 0
        } else if let colon = line.firstIndex(of: ":") {
            let name = line[..<colon].trimmed.lowercased()
            let value = String(line[line.index(after: colon)...].prefix { !$0.isNewline }.trimmed)
            // Two different ones are none that can be relied on.
            fields[name] = fields[name].map { $0 == value ? value : "\($0), \(value)" } ?? value
        }
        return true
    }

    /// What the answer to an order means.
    func meaning(for order: FetchOrder) -> Meaning {
        switch status {
        case 206 where order.form == nil && order.extent != .whole: return part(order)
        case 200 where order.form != nil: return isEncoded ? .fault(.lying) : .list
        case 200: return whole(order)
        // A signature holds for one server.
        case 301, 302, 303, 307, 308:
            return order.signature == nil ? .redirect : .fault(.status(status))
        case 407: return .fault(.proxy(status))
        case 412: return .fault(.changed)
        // Beyond its end: it has become shorter, or was empty all along.
        case 416: return .fault(order.version == nil ? .noRanges : .changed)
        case 429, 503: return .fault(.busy(status))
        default: return .fault(.status(status))
        }
    }

    private var isEncoded: Bool { fields["content-encoding"].map { $0 != "identity" } ?? false }

    private func part(_ order: FetchOrder) -> Meaning {
        guard !isEncoded, let (range, size) = contentRange, range.lowerBound == order.first,
            range.upperBound == min(order.last, size - 1)
        else { return .fault(.lying) }
        let count = range.upperBound - range.lowerBound + 1
        guard fields["content-length"].map({ $0 == "\(count)" }) ?? true else {
            return .fault(.lying)
        }
        return bytes(count, of: RemoteVersion(size: size), for: order)
    }

    /// All of a file, where that was asked for or may be told of.
    private func whole(_ order: FetchOrder) -> Meaning {
        guard !isEncoded else { return .fault(.lying) }
        guard order.extent != .range else { return .fault(.noRanges) }
        guard let size = fields["content-length"].flatMap({ number(Substring($0)) }), size > 0
        else { return .fault(.noLength) }
        return bytes(size, of: RemoteVersion(size: size, isWhole: true), for: order)
    }

    /// Bytes of a version, of which the head tells the rest.
    private func bytes(
        _ count: Int64,
        of version: RemoteVersion,
        for order: FetchOrder
    ) -> Meaning {
        var version = version
        version.tag = fields["etag"].flatMap { $0.hasPrefix("W/") ? nil : $0 }
        version.modified = fields["last-modified"]
        guard version.isKnown else { return .fault(.noVersion) }
        guard order.version.map({ $0.isSame(as: version) }) ?? true else { return .fault(.changed) }
        return .bytes(count: count, version)
    }

    /// The first and the last byte that follow, and the file's size (RFC 9110, section 14.4).
    private var contentRange: (ClosedRange<Int64>, Int64)? {
        guard let field = fields["content-range"], field.lowercased().hasPrefix("bytes ") else {
            return nil
        }
        let parts = field.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, ends.count == 2, let first = number(ends[0]),
            let last = number(ends[1]), let size = number(parts[1]), first <= last, last < size
        else { return nil }
        return (first...last, size)
    }

    private func number(_ text: Substring) -> Int64? {
        text.utf8.allSatisfy { (48...57).contains($0) } ? Int64(text) : nil
    }
}
