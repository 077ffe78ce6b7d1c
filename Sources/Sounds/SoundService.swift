package import Basics
package import Library
package import Media
package import MediaWorkers
import System
package import Timeline

// Sounds: the sound beside the frames of clips, decoded by workers.
//
// A server creates a `SoundService` and calls it on one thread, the loop's, which never waits for a
// sample: `state` tells what is known of a `SoundSource`, and has all of it decoded once if that is
// nothing. From then on a `SoundRead` gives any samples of it. Threads of the service, each with a
// process of its own, report in `SoundReport`. What was found is kept by a `SoundStore`, which is
// safe on every thread.

/// What threads tell of sounds.
package enum SoundReport: Sendable {
    /// A long sound has been decoded here and there.
    case heard(SoundSource.Key, SoundOverview)
    /// All of a sound has been decoded, or cannot be.
    case surveyed(SoundSource.Key, Result<SoundTrack, MediaError>)
    /// Samples have been decoded, or cannot be.
    case read(SoundRead, Result<[UInt8], MediaError>)
}

/// Samples that somebody waits for.
package struct SoundRead: Sendable {
    /// Who waits.
    package enum Requester: Hashable, Sendable {
        /// A request over HTTP.
        case exchange(ExchangeID)
        /// A client on a socket.
        case socket(SocketID)
    }

    /// Who waits; each waits for one at most.
    package let requester: Requester
    /// The sound.
    package let source: SoundSource
    /// What is known of it.
    package let track: SoundTrack
    /// What is wanted, in parts that can each be decoded at once.
    package let orders: [SoundOrder]
    /// When it was asked for.
    package let asked = ContinuousClock.now

    /// Describes what is wanted.
    package init(
        _ orders: [SoundOrder],
        of source: SoundSource,
        _ track: SoundTrack,
        for requester: Requester
    ) {
        (self.orders, self.source, self.track) = (orders, source, track)
        self.requester = requester
    }
}

/// The sounds of all clips: what is known of each, and what is decoded for whom.
///
/// Belongs to the loop's thread.
package final class SoundService {
    private let overviewer: SoundOverviewer
    private let surveyor: SoundSurveyor
    private let reader: SoundReadWorker
    private var states: [SoundSource.Key: SoundState] = [:]
    /// The surveys of sounds that wait for one, and when each was last asked for.
    private var surveys:
        [SoundSource.Key: (survey: SoundSurveyJob, asked: ContinuousClock.Instant)] =
            [:]
    /// How long a survey goes on that nobody asks for any more.
    private static let patience = Duration.seconds(5)
    /// The sounds that are known, the most recently used last.
    private var recent: [SoundSource.Key] = []
    /// The most sounds that are kept in memory: some 20 MB each at most.
    private static let most = 6

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - store: Where tracks are stored; `nil` decodes them again after each start.
    ///   - workers: The processes that read media.
    ///   - report: Receives what the threads have done, on their own.
    package init(
        store: SoundStore?,
        workers: WorkerPool,
        report: @escaping @Sendable (SoundReport) -> Void
    ) {
        overviewer = SoundOverviewer(store: store, workers: workers, report: report)
        surveyor = SoundSurveyor(store: store, workers: workers, report: report)
        reader = SoundReadWorker(workers: workers, report: report)
    }

    /// What is known of a sound, which is decoded if that is nothing.
    package func state(of source: SoundSource) -> SoundState {
        if let state = states[source.key] {
            touch(source.key)
            return state
        }
        states[source.key] = .waiting(nil)
        let survey = SoundSurveyJob(source)
        surveys[source.key] = (survey, .now)
        if source.wantsOverview { overviewer.queue.post(survey, for: source.key) }
        surveyor.queue.post(survey, for: source.key)
        return .waiting(nil)
    }

    /// How many sounds wait until all of them has been decoded.
    package var waiting: Int { surveys.count }

    /// Gives up surveys that nobody has asked for of late; they begin anew when somebody does.
    ///
    /// - Parameters:
    ///   - now: The present moment.
    ///   - isInUse: Whether somebody has a clip open, or waits for something of it.
    /// - Returns: How many were given up.
    package func giveUp(
        at now: ContinuousClock.Instant,
        _ isInUse: (ClipKey) -> Bool
    ) -> Int {
        let idle = surveys.filter { now - $0.value.asked > Self.patience && !isInUse($0.key.clip) }
        for key in idle.keys { end(key) }
        return idle.count
    }

    private func end(_ key: SoundSource.Key) {
        surveys.removeValue(forKey: key)?.survey.cancellation.cancel()
        overviewer.queue.withdraw(key)
        surveyor.queue.withdraw(key)
        states[key] = nil
    }

    /// Takes about how loud a sound is, unless more is known of it.
    package func take(_ overview: SoundOverview, of key: SoundSource.Key) {
        if case .waiting? = states[key] { states[key] = .waiting(overview) }
    }

    /// Takes what a survey has found.
    package func take(_ result: Result<SoundTrack, MediaError>, of key: SoundSource.Key) {
        guard states[key] != nil else { return }
        surveys[key] = nil
        overviewer.queue.withdraw(key)
        switch result {
        case .success(let track): states[key] = .known(track)
        case .failure(let error): states[key] = .failed(error)
        }
        touch(key)
        for old in recent.dropLast(Self.most) { states[old] = nil }
        recent = recent.suffix(Self.most)
    }

    /// Has samples decoded; replaces what the same requester waits for, if that has not begun.
    package func read(_ read: SoundRead) { reader.queue.post(read, for: read.requester) }

    /// Gives up what a requester waits for; returns whether nothing will be reported of it.
    @discardableResult
    package func withdraw(_ requester: SoundRead.Requester) -> Bool {
        reader.queue.withdraw(requester)
    }

    /// Forgets clips that have been closed.
    package func forget(_ clips: [ClipKey]) {
        for key in states.keys where clips.contains(key.clip) {
            recent.removeAll { $0 == key }
            end(key)
        }
    }

    private func touch(_ key: SoundSource.Key) {
        guard case .waiting? = states[key] else {
            recent.removeAll { $0 == key }
            recent.append(key)
            return
        }
        surveys[key]?.asked = .now
    }
}
