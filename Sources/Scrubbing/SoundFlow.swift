import Library
package import Timeline
package import Wire

/// The samples that are to be heard with a frame.
package struct SoundTarget: Equatable {
    /// The message that they answer.
    let seq: UInt32
    /// The frame's number.
    let frame: Int
    /// The samples, on the clock of the settings' rate.
    package let samples: Range<Int64>
    /// The rate and the channels.
    package let settings: SoundSettings
}

/// Which sound a client hears next.
///
/// Sans-I/O, as ``PreviewFlow``, and apart from it, so that a picture never waits for a sound. One
/// sound is decoded at a time; the newest target is next, and there is no queue. At most two sounds
/// are in flight; the newest of what was decoded meanwhile waits until one has been heard (protocol,
/// section 6).
package struct SoundFlow {
    /// What is to be done.
    enum Action: Equatable {
        /// Decode the samples.
        case listen(SoundTarget)
        /// Send a message with them.
        case send([UInt8], seq: UInt32)
    }

    /// What the client wants; `nil` where it has never said.
    private(set) var settings: SoundSettings?
    private var decoding: SoundTarget?
    private var wanted: SoundTarget?
    private var ready: (bytes: [UInt8], seq: UInt32)?
    private var unheard: [UInt32] = []
    /// What was asked for last, so that a pointer that rests does not have it heard again.
    private var last: SoundTarget?

    private static let inFlight = 2

    /// Whether the client wants any.
    var isOn: Bool { settings.map { $0.scrub != .off } ?? false }

    /// Takes what the client wants from now on.
    mutating func configure(_ settings: SoundSettings) {
        self.settings = settings
        (wanted, ready, last) = (nil, nil, nil)
    }

    /// Takes a new target.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - table: All frames.
    ///   - seq: The message that moved it.
    ///   - isDue: Whether it comes to rest there, and is heard in any case.
    /// - Returns: What is to be done.
    mutating func aim(
        at frame: Int,
        in table: FrameTable,
        seq: UInt32,
        isDue: Bool
    ) -> [Action] {
        guard isOn, let settings, table.isComplete else { return [] }
        let samples = settings.samples(of: frame, in: table)
        let target = SoundTarget(seq: seq, frame: frame, samples: samples, settings: settings)
        guard isDue || last?.samples != target.samples else { return [] }
        (last, wanted) = (target, target)
        return decoding == nil ? next() : []
    }

    /// Takes the message with the samples that were to be decoded; `nil` where there are none.
    mutating func listened(_ bytes: [UInt8]?) -> [Action] {
        guard let done = decoding else { return [] }
        decoding = nil
        // What was decoded before the client wanted another sound, or none, is not heard.
        if let bytes, isOn, done.settings == settings { ready = (bytes, done.seq) }
        return flush() + next()
    }

    /// Notes that the sound answering `seq`, and all before it, have been heard.
    mutating func heard(_ seq: UInt32) -> [Action] {
        unheard.removeAll { $0 <= seq }
        return flush()
    }

    /// Notes that the sound answering `seq` was dropped before it was sent.
    mutating func dropped(_ seq: UInt32) {
        if let index = unheard.lastIndex(of: seq) { unheard.remove(at: index) }
    }

    private mutating func next() -> [Action] {
        guard let target = wanted else { return [] }
        (decoding, wanted) = (target, nil)
        return [.listen(target)]
    }

    private mutating func flush() -> [Action] {
        guard let ready, unheard.count < Self.inFlight else { return [] }
        self.ready = nil
        unheard.append(ready.seq)
        return [.send(ready.bytes, seq: ready.seq)]
    }
}

extension SoundSettings {
    /// The samples that are heard with a frame.
    ///
    /// A frame that is shown for long is heard for two seconds.
    fileprivate func samples(of frame: Int, in table: FrameTable) -> Range<Int64> {
        let own = table.samples(of: frame..<frame + 1, on: table.soundClock(rate: rate))
        let unit = Int64(rate / 20)
        if scrub == .grain {
            let middle = (own.lowerBound + unit / 2) / unit * unit
            return middle - unit..<middle + unit
        }
        let count = min(max(Int64(own.count), unit), Int64(2 * rate))
        return own.lowerBound..<own.lowerBound + count
    }
}

extension SoundTarget {
    /// The message with the samples.
    package func message(_ samples: [UInt8], in table: FrameTable) -> [UInt8] {
        let clock = table.soundClock(rate: settings.rate)
        let header = SoundHeader(
            channels: settings.channels,
            rate: settings.rate,
            seq: seq,
            frame: frame,
            pts: clock.time(of: self.samples.lowerBound, in: table.timebase).ticks
        )
        return header.bytes + samples
    }
}

/// The sound of a session.
extension Session {
    /// Takes the samples that were to be decoded; `nil` where there are none.
    package mutating func listened(_ samples: [UInt8]?, _ target: SoundTarget) -> [Action] {
        let message = samples.flatMap { samples in
            scrub.map { target.message(samples, in: $0.clip.table) }
        }
        return carryOut(sound.listened(message))
    }

    /// Has what is at the playhead heard.
    mutating func hear(isDue: Bool) -> [Action] {
        guard sound.isOn, let scrub else { return [] }
        let seq = scrub.newestSeq
        return carryOut(sound.aim(at: scrub.frame, in: scrub.clip.table, seq: seq, isDue: isDue))
    }

    mutating func carryOut(_ actions: [SoundFlow.Action]) -> [Action] {
        actions.flatMap { action -> [Action] in
            switch action {
            case .listen(let target): return [.listen(target)]
            case .send(let bytes, let seq):
                outgoing.show(sound: bytes, seq: seq).map { sound.dropped($0) }
                return []
            }
        }
    }
}
