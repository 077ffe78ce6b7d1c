import Basics

/// One request and its answer, from the request's last byte to the answer's last.
///
/// Sans-I/O: `HTTPService.swift` writes what ``next(into:)`` puts into the buffer.
struct HTTPExchange {
    /// What is to be written next.
    enum Step: Equatable {
        /// Nothing: the application has not answered yet.
        case wait
        /// The first `count` bytes of the buffer.
        case write(count: Int)
        /// Nothing more: the answer is complete.
        case finish
        /// Nothing more: the body's source has failed.
        case fail
    }

    let id: ExchangeID
    /// Whether the connection stays open after the answer, as far as the request allows.
    var keepsAlive: Bool
    private let wantsBody: Bool
    private var answer: Answer?
    /// Whether a part of the answer has to be made before it can be written.
    private(set) var isWaiting = false

    fileprivate struct Answer {
        var head: ArraySlice<UInt8>
        let body: Body
        let length: Int64
        var offset: Int64 = 0
    }

    init(id: ExchangeID, method: Request.Method, keepsAlive: Bool) {
        self.id = id
        self.keepsAlive = keepsAlive
        wantsBody = method != .head
    }

    var isAnswered: Bool { answer != nil }

    /// Whether nothing of the answer is left to write.
    var isSpent: Bool { answer?.isSpent ?? false }

    /// Takes the answer; a second one is a programming error.
    mutating func respond(with response: Response) {
        precondition(answer == nil, "a request is answered once")
        // An error ends the connection: what follows it on the wire may be part of what was wrong.
        keepsAlive = keepsAlive && response.status < 400
        answer = Answer(
            head: ResponseHead(response, closes: !keepsAlive).bytes[...],
            body: response.body,
            length: wantsBody ? response.body.length : 0
        )
    }

    /// Puts as much of the answer into `buffer` as fits.
    mutating func next(into buffer: UnsafeMutableRawBufferPointer) -> Step {
        guard var answer else { return .wait }
        if answer.isSpent { return .finish }
        let headCount = answer.takeHead(into: buffer)
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[headCount...])
        let piece = answer.takeBody(into: rest)
        self.answer = answer
        isWaiting = piece == .notYet
        switch piece {
        case .bytes(let bodyCount): return .write(count: headCount + bodyCount)
        case .notYet: return headCount > 0 ? .write(count: headCount) : .wait
        case .failed: return .fail
        }
    }
}

extension HTTPExchange.Answer {
    fileprivate var isSpent: Bool { head.isEmpty && offset == length }

    fileprivate mutating func takeHead(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let piece = head.prefix(buffer.count)
        buffer.copyBytes(from: piece)
        head = head.dropFirst(piece.count)
        return piece.count
    }

    /// Puts as much of the body into `buffer` as fits, or as there is by now.
    fileprivate mutating func takeBody(into buffer: UnsafeMutableRawBufferPointer) -> Body.Piece {
        let wanted = Int(min(Int64(buffer.count), length - offset))
        guard wanted > 0 else { return .bytes(0) }
        let space = UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
        let piece = read(into: space)
        guard case .bytes(let count) = piece else { return piece }
        guard (1...wanted).contains(count) else { return .failed }
        offset += Int64(count)
        return piece
    }

    private func read(into space: UnsafeMutableRawBufferPointer) -> Body.Piece {
        switch body {
        case .none:
            return .failed
        case .bytes(let bytes):
            space.copyBytes(from: bytes[Int(offset)...].prefix(space.count))
            return .bytes(space.count)
        case .made(_, let take):
            return take(space)
        }
    }
}

/// Measures whether a client takes its answer fast enough.
struct TransferRate {
    private let bytesWanted: Int
    private let window: Duration
    private var since: ContinuousClock.Instant
    private var bytes = 0

    /// A client that must take `bytes` in every `window` from `now` on.
    init(bytes: Int, per window: Duration, from now: ContinuousClock.Instant) {
        bytesWanted = bytes
        self.window = window
        since = now
    }

    mutating func took(_ count: Int) { bytes += count }

    /// Whether less than enough was taken in a whole window; otherwise the next window starts.
    mutating func isTooSlow(at now: ContinuousClock.Instant) -> Bool {
        guard now - since >= window else { return false }
        guard bytes >= bytesWanted else { return true }
        since = now
        bytes = 0
        return false
    }
}
