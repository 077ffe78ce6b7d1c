/// The marks that are exchanged with other servers, as bytes by the name of their media.
///
/// One thing is asked at a time, so that neither marks of many media nor long ones keep what is told
/// of rooms waiting, and each media has one thing waiting at most, as its ``MarkSync`` sees to. What
/// the marks are, and what becomes of them, is decided there. Belongs to the loop's thread.
package final class MarkExchange {
    /// What has been heard.
    package enum Event: Equatable {
        /// From now on every change of others is heard; what holds can be asked for.
        case live
        /// Nothing is heard from now on, and nothing that was asked is answered.
        case cut
        /// Another server has made a version.
        case heard(media: String, version: Int)
        /// This is there, or nothing; also in place of what was to be put there.
        case found(media: String, [UInt8]?)
        /// A version has been put there.
        case kept(media: String, version: Int)
    }

    private enum Order {
        case ask(String)
        case put(String, version: Int, over: Int, [UInt8])
    }

    private let keys: MarkKeys
    private let link: RedisLink
    private var orders: [Order] = []
    private var isBusy = false
    private var events: [Event] = []

    init(_ keys: MarkKeys, over link: RedisLink) { (self.keys, self.link) = (keys, link) }

    /// Takes what has been heard since the last time.
    package func takeEvents() -> [Event] {
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }

    /// Asks for the marks of a media; ``Event/found(media:_:)`` answers.
    package func ask(for media: String) { add(.ask(media)) }

    /// Puts marks in the place of a version, if that is still there; ``Event/kept(media:version:)`` or
    /// ``Event/found(media:_:)`` answers.
    package func put(_ bytes: [UInt8], of media: String, version: Int, over before: Int) {
        add(.put(media, version: version, over: before, bytes))
    }

    private func add(_ order: Order) {
        guard link.isReady else { return }
        orders.append(order)
        carryOutNext()
    }

    private func carryOutNext() {
        guard !isBusy, !orders.isEmpty else { return }
        isBusy = true
        switch orders.removeFirst() {
        case .ask(let media): link.send(keys.ask(media)) { [unowned self] in answered(media, $0) }
        case .put(let media, let version, let before, let bytes):
            let words = keys.put(media, version: version, over: before)
            link.send(words, bytes) { [unowned self] in answered(media, $0, version: version) }
        }
    }

    private func answered(_ media: String, _ reply: RedisReply, version: Int? = nil) {
        isBusy = false
        switch (reply, version) {
        case (.integer(1), let version?): events.append(.kept(media: media, version: version))
        case (.text(let bytes), _): events.append(.found(media: media, bytes))
        case (.none, _): events.append(.found(media: media, nil))
        default: link.noteFailure()
        }
        carryOutNext()
    }
}

// MARK: - What becomes of the connection

extension MarkExchange {
    func begin() { link.subscribe(keys.channel) }

    func end() {
        (orders, isBusy) = ([], false)
        events.append(.cut)
    }

    /// Takes a message, or that the channel is heard from now on; false where it is another channel.
    func take(_ event: RedisLink.Event) -> Bool {
        switch event {
        case .subscribed(keys.channel): events.append(.live)
        case .message(keys.channel, let bytes):
            guard let (media, version) = MarkKeys.news(bytes) else {
                link.noteFailure()
                return true
            }
            events.append(.heard(media: media, version: version))
        default: return false
        }
        return true
    }
}
