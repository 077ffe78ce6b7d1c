import Cluster
import Library
import Marks
import Media
import Transport

/// How the marks of each media that is open here meet those of other servers.
///
/// Belongs to the loop's thread.
final class MarkSharing {
    private let exchange: MarkExchange
    /// The number of this server among those that share a Redis.
    private let server: UInt16
    private var isLive = false
    private var syncs: [MarksName: MarkSync] = [:]
    private var names: [String: MarksName] = [:]
    /// Those of which it was logged that they cannot be shared.
    private var refused: Set<MarksName> = []

    init(_ exchange: MarkExchange, on server: UInt16) {
        (self.exchange, self.server) = (exchange, server)
    }

    /// Shares marks that are known from now on.
    func enter(
        _ name: MarksName,
        as shared: String,
        having own: VersionedMarks
    ) -> [MarkSync.Action] {
        guard syncs[name] == nil else { return [] }
        (syncs[name], names[shared]) = (MarkSync(), name)
        return isLive ? take(.live, of: name, having: own) : []
    }

    /// Shares those marks no longer that do not fulfil a condition, as their media has been closed.
    func keep(where fulfils: (MarksName) -> Bool) {
        syncs = syncs.filter { fulfils($0.key) }
        names = names.filter { fulfils($0.value) }
        refused = refused.filter(fulfils)
    }

    /// Takes what happens to marks, and returns what is to be done.
    func take(
        _ event: MarkSync.Event,
        of name: MarksName,
        having own: VersionedMarks
    ) -> [MarkSync.Action] { syncs[name]?.take(event, having: own, on: server) ?? [] }

    /// Whether it is to be logged that marks cannot be shared: once for each media.
    func noteRefusal(of name: MarksName) -> Bool { refused.insert(name).inserted }

    /// Asks for what others share.
    func ask(for name: String) { exchange.ask(for: name) }

    /// Puts marks in the place of those that they came from.
    func put(_ bytes: [UInt8], of name: String, _ packed: PackedMarks) {
        exchange.put(bytes, of: name, version: packed.version, over: packed.before)
    }

    /// What is heard of marks.
    enum News {
        /// Something happens to these marks.
        case event(MarksName, MarkSync.Event)
        /// Others share this of them.
        case bytes(MarksName, [UInt8])
    }

    /// Takes what has been heard of other servers since the last time.
    func takeNews() -> [News] { exchange.takeEvents().flatMap(news) }

    private func news(_ event: MarkExchange.Event) -> [News] {
        switch event {
        case .live, .cut:
            isLive = event == .live
            return syncs.keys.map { .event($0, isLive ? .live : .cut) }
        case .heard(let media, let version): return news(of: media, .heard(version: version))
        case .kept(let media, let version): return news(of: media, .kept(version: version))
        case .found(let media, nil): return news(of: media, .found(nil))
        case .found(let media, let bytes?): return names[media].map { [.bytes($0, bytes)] } ?? []
        }
    }

    private func news(of media: String, _ event: MarkSync.Event) -> [News] {
        names[media].map { [.event($0, event)] } ?? []
    }
}

// MARK: - Carrying out

extension Application {
    /// Shares the marks of a media from now on, which have just been read.
    func share(_ name: MarksName) {
        guard let sharing = clients.marks, let own = library.marks[name],
            let shared = library.marks.sharedName(of: name)
        else { return }
        carryOut(sharing.enter(name, as: shared, having: own), of: name)
    }

    /// Notes that the marks of a clip have been changed here, or that more of its frames are known.
    func noteMarks(of key: ClipKey) { library.marks.name(of: key).map { take(.changed, of: $0) } }

    /// Carries out what has been heard of other servers.
    func carryOutMarkNews() {
        for news in clients.marks?.takeNews() ?? [] {
            switch news {
            case .event(let name, let event):
                if case .kept(let version) = event { noteKept(name, version: version) }
                take(event, of: name)
            case .bytes(let name, let bytes):
                source(of: name).map { library.marks.unpack(bytes, as: name, in: $0) }
            }
        }
    }

    /// Puts marks that are ready in the place of those that they came from.
    func put(_ packed: PackedMarks) {
        guard let bytes = packed.bytes else {
            let limit = VersionedMarks.sharedLimit >> 10
            return leave(packed.name, because: "they are more than \(limit) KiB")
        }
        guard let shared = library.marks.sharedName(of: packed.name) else { return }
        clients.marks?.put(bytes, of: shared, packed)
    }

    /// Takes marks that others share, or why they cannot be used.
    func take(_ shared: Result<VersionedMarks, MarksError>, of name: MarksName) {
        switch shared {
        case .success(let history): take(.found(history), of: name)
        case .failure(let error): leave(name, because: "\(error)")
        }
    }

    private func leave(_ name: MarksName, because reason: String) {
        take(.unusable, of: name)
        guard clients.marks?.noteRefusal(of: name) == true,
            let shared = library.marks.sharedName(of: name)
        else { return }
        let text = "marks \(shared) are not shared with other servers: \(reason)"
        operations.log(.problem(.warning, text))
    }

    private func take(_ event: MarkSync.Event, of name: MarksName) {
        guard let sharing = clients.marks, let own = library.marks[name] else { return }
        carryOut(sharing.take(event, of: name, having: own), of: name)
    }

    private func carryOut(_ actions: [MarkSync.Action], of name: MarksName) {
        guard let shared = library.marks.sharedName(of: name) else { return }
        for action in actions {
            switch action {
            case .ask: clients.marks?.ask(for: shared)
            case .send(let history, let before):
                library.marks.pack(history, as: name, over: before)
            case .adopt(let history): adopt(history, as: name)
            }
        }
    }

    private func adopt(_ history: VersionedMarks, as name: MarksName) {
        guard let before = library.marks[name], let source = source(of: name) else { return }
        library.marks.replace(name, by: history, in: source)
        guard !history.looks(like: before) else { return }
        library.marks.clips(with: name).first.map { sendMarksToAll(of: $0) }
    }

    private func source(of name: MarksName) -> ClipSource? {
        library.marks.clips(with: name).lazy.compactMap { self.library.source($0) }.first
    }
}

extension VersionedMarks {
    /// Whether clients are told the same of both.
    fileprivate func looks(like other: VersionedMarks) -> Bool {
        (version, canUndo, canRedo) == (other.version, other.canUndo, other.canRedo)
            && marks == other.marks
    }
}
