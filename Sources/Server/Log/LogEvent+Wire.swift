package import Wire

extension LogLine {
    /// An event as a line that programs read; links stay out of what is kept and passed on.
    package init(_ event: LogEvent) {
        self.init(level: event.level.rawValue, event: event.name)
        switch event {
        case .started(let address, let roots, let files):
            self.address = "\(address)"
            (self.roots, self.files) = (roots, files)
        case .opened(let session): self.session = session
        case .closed(let tally, let end): note(tally, end)
        case .indexed(let media, let frames, let time):
            note(media)
            (self.frames, seconds) = (frames, time / .seconds(1))
        case .failed(let media, let reason):
            note(media)
            self.reason = reason
        case .reloaded(let roots, let files): (self.roots, self.files) = (roots, files)
        case .draining(let clients): self.clients = clients
        case .complaint(_, let text): message = text
        case .invited, .stopped: return
        }
    }

    private mutating func note(_ media: LoggedMedia) { (self.media, name) = (media.id, media.name) }

    private mutating func note(_ tally: SessionTally, _ end: SocketEnd) {
        (session, media) = (tally.session, tally.media)
        (messages, pictures) = (tally.messages, tally.pictures)
        seconds = tally.time / .seconds(1)
        switch end {
        case .lost: reason = "lost"
        case .left(let code): (reason, self.code) = ("left", Int(code.rawValue))
        case .sentAway(let code, let text): (reason, self.code) = (text, Int(code.rawValue))
        }
    }
}

extension LogEvent {
    fileprivate var name: String {
        switch self {
        case .started: "started"
        case .opened: "opened"
        case .closed: "closed"
        case .indexed: "indexed"
        case .failed: "failed"
        case .reloaded: "reloaded"
        case .invited: "invited"
        case .draining: "draining"
        case .stopped: "stopped"
        case .complaint: "complaint"
        }
    }
}
