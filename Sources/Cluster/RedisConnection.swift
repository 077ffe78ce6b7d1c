package import System

/// Watches a descriptor on the loop's thread; whoever lets go of it ends that.
package protocol DescriptorWatch: AnyObject {
    /// Watches no longer.
    func pause()
    /// Watches again.
    func resume()
}

/// Makes a watch that calls its action whenever the descriptor is ready; `nil` where there is no loop.
package typealias MakeWatch = (Descriptor, Descriptor.Readiness, @escaping () -> Void) -> (
    any DescriptorWatch
)?

/// One connection to Redis: what is asked is answered in the same order.
///
/// Never waits: what the socket does not take is kept, up to a bound. Belongs to the loop's thread.
final class RedisConnection {
    typealias Answer = (RedisReply) -> Void

    private let socket: RedisSocket
    private var replies = ReplyReader()
    /// What is to be done with each answer that is still to come, oldest first.
    private var awaited: [Answer] = []
    /// How many of them have been answered.
    private var answered = 0
    private var unsent: [UInt8] = []
    private var watches: [any DescriptorWatch] = []
    private var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    /// Ticks since something was heard.
    private var silence = 0
    /// Why it has ended, or cannot go on.
    private var fault: LinkFault?
    /// Takes what nobody asked for, such as messages of channels; without it that is a fault.
    var listener: ((RedisReply) -> Void)?
    /// Is called once, when it has ended by itself.
    private let ended: (LinkFault) -> Void

    /// Bytes that wait to be sent at most.
    static let unsentLimit = 1 << 20
    /// Answers that are waited for at most.
    static let awaitedLimit = 8192
    /// Ticks without a sign of life after which it is given up.
    ///
    /// A server that was stopped itself has not ticked either.
    static let silenceLimit = 30
    /// How often it is read in a row; the rest is read with the next tick.
    static let mostRounds = 64
    /// Ticks from one question whether somebody is there to the next.
    static let pingInterval = 10

    /// Begins to connect.
    init(
        to place: RedisAddress.Place,
        _ security: RedisSecurity? = nil,
        watch: MakeWatch,
        ended: @escaping (LinkFault) -> Void
    ) throws(LinkFault) {
        self.ended = ended
        socket = try RedisSocket(to: place, security)
        let descriptor = socket.descriptor
        watches = [
            watch(descriptor, .readable) { [weak self] in self?.readable() },
            watch(descriptor, .writable) { [weak self] in self?.writable() },
        ].compactMap(\.self)
    }

    /// How many answers are still to come.
    var backlog: Int { awaited.count - answered }

    /// Sends a command, and bytes that are its last word; `answer` is called with what Redis says,
    /// unless the connection ends before.
    func send(_ words: [String], _ last: [UInt8]? = nil, _ answer: @escaping Answer) {
        awaited.append(answer)
        sendUnanswered(words, last)
    }

    /// Sends a command that is answered to the listener.
    func sendUnanswered(_ words: [String], _ last: [UInt8]? = nil) {
        unsent += RedisCommand.bytes(words, last)
        if unsent.count > Self.unsentLimit || backlog > Self.awaitedLimit { fault = .silent }
        flush()
    }

    /// Notes that a tenth of a second has passed.
    func tick() {
        if socket.isSecure { readable() }
        silence += 1
        if silence >= Self.silenceLimit { fault = fault ?? .silent }
        if let fault { return end(fault) }
        guard silence % Self.pingInterval == 0 else { return }
        if listener == nil { send(["PING"]) { _ in } } else { sendUnanswered(["PING"]) }
    }
}

// MARK: - Reading and writing

extension RedisConnection {
    private func end(_ reason: LinkFault) {
        guard !watches.isEmpty else { return }
        watches = []
        fault = reason
        ended(reason)
    }

    private func writable() {
        do throws(LinkFault) {
            try socket.opened()
        } catch {
            return end(error)
        }
        flush()
        if let fault { end(fault) }
    }

    /// Sends what can be sent now; what fails is seen with the next tick.
    private func flush() {
        guard fault == nil, watches.count > 1 else { return }
        var (sent, count) = (0, -1)
        do throws(LinkFault) {
            while sent < unsent.count, count != 0 {
                count = try socket.send(unsent[sent...])
                sent += count
            }
        } catch {
            fault = error
        }
        unsent.removeFirst(sent)
        // A socket that takes more is no sign that TLS does.
        if unsent.isEmpty || socket.isSecure { watches[1].pause() } else { watches[1].resume() }
    }

    private func readable() {
        do throws(LinkFault) {
            // What TLS has taken from the socket, the socket does not tell of any more.
            var rounds = socket.isSecure ? Self.mostRounds : 1
            while rounds > 0, !watches.isEmpty, try read() { rounds -= 1 }
        } catch {
            return end(error)
        }
        if socket.isSecure { flush() }
    }

    /// Reads once, and returns whether anything had come.
    private func read() throws(LinkFault) -> Bool {
        guard let count = try socket.read(into: &buffer) else { return false }
        guard count > 0 else { throw LinkFault(.lost, "it has closed the connection") }
        silence = 0
        try add(count)
        while !watches.isEmpty, let reply = try replies.next() { try pass(reply) }
        return true
    }

    private func add(_ count: Int) throws(LinkFault) {
        // The buffer is a property, and its bytes are not to be copied.
        let taken = buffer.withUnsafeBytes { bytes -> Result<Void, LinkFault> in
            Result { () throws(LinkFault) in
                try replies.add(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            }
        }
        try taken.get()
    }

    private func pass(_ reply: RedisReply) throws(LinkFault) {
        if backlog > 0 {
            let answer = awaited[answered]
            answered += 1
            if answered == awaited.count || answered >= 1024 {
                awaited.removeFirst(answered)
                answered = 0
            }
            return answer(reply)
        }
        guard let listener else { throw .absurd }
        listener(reply)
    }

    /// Ends it without a word.
    func close() { watches = [] }
}
