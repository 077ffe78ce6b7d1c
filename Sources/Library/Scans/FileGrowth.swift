package import Media
import Timeline

/// When a file that may still be written is checked for growth, and when it counts as complete.
///
/// A look is one `fstat` of a file that is open and in use, by a thread that may wait. inotify would
/// avoid it, but reports nothing of writers on other machines.
struct FileGrowth {
    /// What is to be done about a file.
    enum Step: Equatable {
        /// Nothing has changed that matters.
        case nothing
        /// It has changed: scan it again.
        case scan
        /// Nobody has written for a while: the last scan is complete.
        case conclude
        /// The content that was scanned is no longer there.
        case giveUp
    }

    private var nextCheck: ContinuousClock.Instant
    /// Whether a thread looks at the file now.
    var isLookedAt = false
    /// How long this writer may pause before its file counts as complete.
    private(set) var writerTimeout = FileIdentity.quietPeriod

    /// Scans that have failed since the last one that succeeded.
    private var failures = 0
    /// When the file was last found written.
    private var lastWrite: Duration?

    /// Packets that the last scan has found, and those of them that it has read though they were
    /// known.
    private var (packets, packetsReadAgain) = (0, 0)
    /// Packets that may still be read again.
    private var allowance = Self.freePackets

    private static let shortestPause = Duration.milliseconds(500)
    private static let longestPause = Duration.seconds(10)
    /// Scans of the same content that may fail before what is known counts as complete.
    private static let failureLimit = 3
    /// Packets that may be read again of every recording, and beside them this share of all.
    ///
    /// For 90,000 packets, an hour of 25 a second, that is a fifth of one scan.
    private static let (freePackets, repeatedShare) = (4500.0, 0.15)

    /// The first scan begins.
    init(at now: ContinuousClock.Instant) { nextCheck = now }

    /// Notes that the scan has ended.
    ///
    /// A scan may have read the file from its beginning, and every one makes a table of all, so the
    /// pause is ten times what the scan has cost in processor time. What it took by the clock tells
    /// of a busy machine as well.
    mutating func endScan(
        at now: ContinuousClock.Instant,
        cost: ScanCost,
        packets found: Int? = nil,
        failed: Bool = false
    ) {
        nextCheck = now + max(Self.shortestPause, cost.time * 10)
        failures = failed ? failures + 1 : 0
        guard let found else { return }
        packetsReadAgain = cost.packetsReadAgain ?? 0
        allowance += Double(max(0, cost.newPackets)) * Self.repeatedShare
        allowance -= Double(packetsReadAgain)
        packets = found
    }

    /// Whether a file has grown enough for what the next scan reads again.
    private func isWorthwhile(from scanned: FileIdentity, to file: FileIdentity) -> Bool {
        let growth = Double(file.size - scanned.size) / Double(max(scanned.size, 1))
        let earned = growth * Double(packets) * Self.repeatedShare
        return allowance + earned >= Double(packetsReadAgain)
    }

    /// Whether the next check is due.
    func isDue(at now: ContinuousClock.Instant) -> Bool { now >= nextCheck }

    /// Decides what is to be done about a file that was `scanned` and is `file` now.
    ///
    /// The longer nobody has written, the longer the pause before a check, up to 10 seconds. While
    /// somebody writes, a scan waits for what it reads again to be worthwhile.
    mutating func step(
        from scanned: FileIdentity,
        to file: FileIdentity,
        isComplete: Bool,
        at now: ContinuousClock.Instant
    ) -> Step {
        nextCheck = now + max(Self.shortestPause, min(file.age / 4, Self.longestPause))
        guard file != scanned else {
            // The content may be readable, and its worker have run out of time or memory.
            if (1..<Self.failureLimit).contains(failures) { return .scan }
            return isComplete || !file.isQuiet(for: writerTimeout) ? .nothing : .conclude
        }
        guard file.canFollow(scanned) else { return .giveUp }
        let pause = file.modified - (lastWrite ?? scanned.modified)
        writerTimeout = max(writerTimeout, min(pause * 2, Self.longestPause * 3))
        lastWrite = file.modified
        guard isWorthwhile(from: scanned, to: file) || file.isQuiet(for: writerTimeout) else {
            return .nothing
        }
        failures = 0
        return .scan
    }
}

extension OpenMedia {
    /// The key of the open recording that `file` is a later state of, if there is one.
    ///
    /// It keeps its key while it grows, so that its cached pictures and its clients stay valid.
    func recording(_ id: MediaID, _ file: OpenFile, stream: Int?) -> ClipKey? {
        items.first { key, item in
            if case .failed = item.progress { return false }
            return key.id == id && key.stream == stream
                && file.identity.canFollow(item.file.identity)
        }?.key
    }

    /// The keys of the files whose next check is due.
    func due(at now: ContinuousClock.Instant) -> [ClipKey] {
        items.compactMap { key, item in
            isDue(key, at: now) && !item.growth.isLookedAt ? key : nil
        }
    }

    /// Whether a file of which frames are known is to be looked at.
    func isDue(_ key: ClipKey, at now: ContinuousClock.Instant) -> Bool {
        items[key].map { $0.source != nil && $0.growth.isDue(at: now) } ?? false
    }

    /// A thread begins to look at the file of `key`: which, and on which file system.
    mutating func beginLook(at key: ClipKey) -> (file: OpenFile, fileSystem: UInt64?)? {
        items[key]?.growth.isLookedAt = true
        return items[key].map { ($0.file, $0.fileSystem) }
    }

    /// The look has ended.
    mutating func endLook(at key: ClipKey) { items[key]?.growth.isLookedAt = false }

    /// Decides what is to be done about a file that is `file` now.
    mutating func growth(
        of key: ClipKey,
        to file: FileIdentity,
        at now: ContinuousClock.Instant
    ) -> FileGrowth.Step {
        guard let item = items[key], let table = item.source?.index.table else { return .nothing }
        return items[key]!.growth
            .step(from: item.file.identity, to: file, isComplete: table.isComplete, at: now)
    }

    /// Takes a file as what it has grown to; its last frames are no longer settled.
    mutating func renew(_ key: ClipKey, as file: OpenFile) {
        guard let index = items[key]?.source?.index else { return }
        items[key]?.file = file
        let table = index.table.provisional(keeping: index.table.settled)
        note(MediaIndex(info: index.info, table: table), progress: 1, for: key)
    }

    /// Stores what a complete scan has found, which may not be all while the file is being written.
    mutating func noteWhole(
        _ scanned: ScannedIndex,
        for key: ClipKey,
        at now: ContinuousClock.Instant
    ) {
        guard let item = items[key] else { return }
        let index = scanned.index
        items[key]?.growth.endScan(at: now, cost: scanned.cost, packets: index.table.packets.count)
        guard scanned.confirmsKnown else { return note(.changed(file: item.name), for: key) }
        items[key]?.whole = index
        guard scanned.isOfWholeFile, item.file.identity.isQuiet(for: item.growth.writerTimeout)
        else {
            let settled = item.source?.index.table.settled ?? 0
            return noteTable(index.table.provisional(keeping: settled), of: index, for: key)
        }
        noteTable(index.table, of: index, for: key)
    }

    /// Stores that a scan has failed.
    ///
    /// What an earlier one has found stays: a recording may be unreadable between two writes, so the
    /// file is scanned again some times.
    mutating func noteFailure(
        _ error: MediaError,
        for key: ClipKey,
        at now: ContinuousClock.Instant,
        cost: ScanCost = .none
    ) {
        let isFirst = items[key]?.whole == nil
        items[key]?.growth.endScan(at: now, cost: cost, failed: !isFirst)
        if isFirst { note(error, for: key) }
    }

    /// Marks the result of the last scan as complete, and returns it.
    mutating func conclude(_ key: ClipKey) -> MediaIndex? {
        guard let whole = items[key]?.whole else { return nil }
        noteTable(whole.table, of: whole, for: key)
        return whole
    }

    /// The media information of the first scan stays: probing more bytes may guess other values.
    private mutating func noteTable(_ table: FrameTable, of index: MediaIndex, for key: ClipKey) {
        let info = items[key]?.source?.index.info ?? index.info
        note(MediaIndex(info: info, table: table), progress: 1, for: key)
    }
}

/// What a complete scan has found, compared with what clients were told before.
package struct ScannedIndex: Sendable {
    /// The index.
    package let index: MediaIndex
    /// Whether each frame that was settled before is the same in it.
    let confirmsKnown: Bool
    /// Whether nothing was written while the file was scanned.
    let isOfWholeFile: Bool
    /// What the scan has cost.
    let cost: ScanCost

    /// Compares the index of a file with the frames that were `known` before, one by one, and looks
    /// at the file again: not on the loop.
    init(_ index: MediaIndex, of file: OpenFile, after known: FrameTable?, cost: ScanCost = .none) {
        (self.index, self.cost) = (index, cost)
        isOfWholeFile = file.isUnchanged
        confirmsKnown = known.map(index.table.confirms) ?? true
    }
}

/// What a scan has cost and found, by which the next one of a growing file is put off.
package struct ScanCost: Hashable, Sendable {
    /// The processor time of its worker.
    package let time: Duration
    /// Packets that were not known before.
    package let newPackets: Int
    /// Packets that it has read though they were known; `nil` where it began at the first byte.
    package let packetsReadAgain: Int?

    /// Nothing: the index was stored.
    package static let none = ScanCost()

    /// Describes a scan.
    package init(time: Duration = .zero, newPackets: Int = 0, packetsReadAgain: Int? = nil) {
        self.time = time
        (self.newPackets, self.packetsReadAgain) = (newPackets, packetsReadAgain)
    }
}
