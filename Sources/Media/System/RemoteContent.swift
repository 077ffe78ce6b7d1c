package import System

/// The content of a file that lies elsewhere, for an ``OpenFile`` whose bytes are asked for.
///
/// Safe on every thread.
package protocol RemoteContent: Sendable {
    /// What the content is, as far as is known: nobody is asked.
    var identity: FileIdentity { get }
    /// Whether somebody reads bytes of it now, wherever they are.
    var isAwaited: Bool { get }
    /// Whether somebody but a scan waits now until bytes have come.
    var awaitsFetch: Bool { get }
    /// Bytes that have come so far.
    var fetched: Int64 { get }
    /// The same content for a scan of all of it, which gives way to others.
    var forScan: any RemoteContent { get }
    /// Reads up to `buffer.count` bytes at `offset`, at least one unless it is the end; blocks.
    func read(
        at offset: Int64,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(RemoteFault) -> Int
    /// Tells what is read next, in this order, so that it is asked for beforehand; what was asked for
    /// before need not come any more. Waits for nothing.
    ///
    /// - Parameters:
    ///   - places: Where it is.
    ///   - isSure: Whether all of it is asked for at once, as who wants it waits for nothing else.
    func expect(_ places: [Range<Int64>], isSure: Bool)
    /// A socket from which another process reads the content as ``RangeClient`` does; owned by the
    /// caller.
    func makeSocket() throws(SystemFailure) -> OwnedDescriptor
}

/// Why bytes that lie elsewhere cannot be read.
public enum RemoteFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nobody can be reached at the address.
    case unreachable
    /// The other side was silent, or too slow.
    case late
    /// The connection ended before all had come.
    case broken
    /// The other side's certificate is not what it should be.
    case untrusted
    /// The other side answered with this status.
    case status(Int)
    /// The other side asks to come later, each time.
    case busy(Int)
    /// A proxy on the way to the other side answered with this status.
    case proxy(Int)
    /// The other side does not send parts of a file.
    case noRanges
    /// The other side sends a file as a whole alone, and does not say how long it is.
    case noLength
    /// The other side sends a file as a whole alone, which is larger than what may be kept.
    case tooLarge
    /// The file cannot be kept on the disk here.
    case notKept
    /// The other side does not say which version of a file it sends.
    case noVersion
    /// The other side does not list what it has in a form that is known.
    case noListing
    /// The file is another one by now.
    case changed
    /// The other side sends something else than was asked for.
    case lying
    /// The other side leads to a place where nothing is asked for.
    case misled
    /// The process that asks has ended, each time.
    case lost

    /// What has happened and what to do, as a part of a sentence.
    public var description: String {
        switch self {
        case .unreachable:
            "its server cannot be reached; check the address, the network and the proxy, if any"
        case .late: "its server has been silent for too long; try again later"
        case .broken: "the connection to its server breaks off; try again later"
        case .untrusted: "its server's certificate is not trusted"
        case .status(401), .status(403): "its server refuses to give it out"
        case .status(404), .status(410): "its server does not have it"
        case .status(400):
            "its server does not take the request (status 400); of a bucket, check the key and AWS_REGION"
        case .status(301), .status(307): "its bucket lies in another region; set AWS_REGION"
        case .status(let status): "its server answers with the status \(status)"
        case .busy(let status): "its server is too busy (status \(status)); try again later"
        case .proxy(let status):
            "the proxy on the way to its server answers with the status \(status); check http_proxy"
        case .noRanges:
            "its server does not send parts of it (byte ranges); --remote-whole downloads all of it"
        case .noLength: "its server neither sends parts of it nor says how long it is"
        case .tooLarge: "all of it would be downloaded, which is more than --remote-cache allows"
        case .notKept: "it cannot be downloaded to the folder of --index-cache; is the disk full?"
        case .noVersion: "its server names no version of it (ETag or Last-Modified)"
        case .noListing:
            "its server does not list what is there (S3, or nginx's autoindex_format json)"
        case .changed: "it was changed meanwhile; open it again"
        case .lying: "its server's answer is not what was asked for"
        case .misled: "its server leads elsewhere, which is not followed; name the right address"
        case .lost: "the process that reads it keeps ending"
        }
    }
}

extension RemoteFault {
    /// The fault as two numbers.
    package var numbers: (code: Int32, detail: Int32) {
        switch self {
        case .unreachable: (1, 0)
        case .late: (2, 0)
        case .broken: (3, 0)
        case .untrusted: (4, 0)
        case .status(let status): (5, Int32(clamping: status))
        case .busy(let status): (6, Int32(clamping: status))
        case .noRanges: (7, 0)
        case .noVersion: (8, 0)
        case .changed: (9, 0)
        case .lying: (10, 0)
        case .misled: (11, 0)
        case .lost: (12, 0)
        case .noListing: (13, 0)
        case .proxy(let status): (14, Int32(clamping: status))
        case .noLength: (15, 0)
        case .tooLarge: (16, 0)
        case .notKept: (17, 0)
        }
    }

    /// The fault of two numbers; `lost` where they are those of none.
    package init(code: Int32, detail: Int32) {
        self =
            switch code {
            case 1: .unreachable
            case 2: .late
            case 3: .broken
            case 4: .untrusted
            case 5: .status(Int(detail))
            case 6: .busy(Int(detail))
            case 7: .noRanges
            case 8: .noVersion
            case 9: .changed
            case 10: .lying
            case 11: .misled
            case 13: .noListing
            case 14: .proxy(Int(detail))
            case 15: .noLength
            case 16: .tooLarge
            case 17: .notKept
            default: .lost
            }
    }
}
