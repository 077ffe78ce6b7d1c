import CHiredis
import System

/// What Redis answers, as a value.
enum RedisReply: Equatable {
    case text([UInt8])
    case integer(Int)
    case list([RedisReply])
    case none
    /// It refuses, and says why.
    case error(String)

    /// A text's characters; `nil` for anything else, and for bytes that are none.
    var string: String? {
        if case .text(let bytes) = self { String(validating: bytes, as: UTF8.self) } else { nil }
    }

    /// A list's elements; `nil` for anything else.
    var elements: [RedisReply]? { if case .list(let elements) = self { elements } else { nil } }

    fileprivate init(_ reply: redisReply) {
        switch reply.type {
        case REDIS_REPLY_INTEGER: self = .integer(Int(reply.integer))
        case REDIS_REPLY_STRING, REDIS_REPLY_STATUS: self = .text(Self.bytes(of: reply))
        case REDIS_REPLY_ERROR:
            // It is for the log, where nothing of it is to have a meaning.
            let plain = Self.bytes(of: reply).prefix(200).filter { (0x20...0x7e).contains($0) }
            self = .error(String(decoding: plain, as: UTF8.self))
        case REDIS_REPLY_ARRAY:
            let elements = UnsafeBufferPointer(start: reply.element, count: Int(reply.elements))
            self = .list(elements.map { $0.map { RedisReply($0.pointee) } ?? .none })
        default: self = .none
        }
    }

    private static func bytes(of reply: redisReply) -> [UInt8] {
        let count = reply.str == nil ? 0 : Int(reply.len)
        return Array(UnsafeRawBufferPointer(start: reply.str, count: count))
    }
}

/// Puts replies together from the bytes that come.
///
/// Bounded: hiredis keeps what has come of a reply until it is whole.
struct ReplyReader: ~Copyable {
    private let reader: UnsafeMutablePointer<redisReader>
    /// Bytes that have come since the last whole reply.
    private var pending = 0

    /// Bytes of a reply at most.
    static let limit = 4 << 20

    init() {
        guard let reader = vn_make_reader() else { preconditionFailure("no memory for a reader") }
        self.reader = reader
    }

    deinit { redisReaderFree(reader) }

    /// Adds bytes.
    mutating func add(_ bytes: UnsafeRawBufferPointer) throws(LinkFault) {
        pending += bytes.count
        let text = bytes.bindMemory(to: CChar.self).baseAddress
        guard pending <= Self.limit, redisReaderFeed(reader, text, bytes.count) == REDIS_OK else {
            throw .absurd
        }
    }

    /// Takes the next reply; `nil` until it is whole.
    mutating func next() throws(LinkFault) -> RedisReply? {
        var reply: UnsafeMutableRawPointer?
        guard redisReaderGetReply(reader, &reply) == REDIS_OK else { throw .absurd }
        guard let reply else { return nil }
        defer { freeReplyObject(reply) }
        pending = 0
        return RedisReply(reply.load(as: redisReply.self))
    }
}

/// A command as Redis reads it.
enum RedisCommand {
    /// Writes a command of one word or more, of which the last may be any bytes.
    static func bytes(_ words: [String], _ last: [UInt8]? = nil) -> [UInt8] {
        let words = words.map { Array($0.utf8) } + (last.map { [$0] } ?? [])
        let text = words.joined().map(CChar.init(bitPattern:))
        let counts = words.map(\.count)
        var target: UnsafeMutablePointer<CChar>?
        let length = text.withUnsafeBufferPointer { buffer in
            var (starts, start) = ([UnsafePointer<CChar>?](), 0)
            for count in counts {
                starts.append(buffer.baseAddress.map { $0 + start })
                start += count
            }
            return Int(redisFormatCommandArgv(&target, CInt(words.count), &starts, counts))
        }
        guard let target, length > 0 else { return [] }
        defer { redisFreeCommand(target) }
        return Array(UnsafeRawBufferPointer(start: target, count: length))
    }
}
