import Media
import MediaWorkers
import System
import Timeline

/// A sound that is to be decoded from start to end, unless nobody waits for it any more.
///
/// Safe on every thread.
struct SoundSurveyJob: Sendable {
    let source: SoundSource
    let cancellation = Cancellation()

    init(_ source: SoundSource) { self.source = source }
}

/// A thread that has sounds decoded from start to end, unless they are stored.
///
/// Safe on every thread.
final class SoundSurveyor: Sendable {
    /// The sounds that wait.
    let queue = WorkQueue<SoundSource.Key, SoundSurveyJob>()

    /// Starts the thread, which ends when ``queue`` is closed.
    init(
        store: SoundStore?,
        workers: WorkerPool,
        report: @escaping @Sendable (SoundReport) -> Void
    ) {
        WorkThread.start(named: "vernier-survey") { [queue] in
            let worker = MediaWorker(of: workers)
            while let survey = queue.next() {
                let source = survey.source
                if let track = store?.track(of: source.job, in: source.file) {
                    report(.surveyed(source.key, .success(track)))
                    continue
                }
                let result = Self.carryOut(survey, by: worker)
                // Of one that was given up nothing is told: the same sound may wait anew.
                if case .failure = result, survey.cancellation.isCancelled { continue }
                report(.surveyed(source.key, result))
                // After the report, so that clients do not wait for the disk.
                if let track = try? result.get() {
                    store?.keep(track, of: source.job, in: source.file)
                }
            }
        }
    }

    deinit { queue.close() }

    private static func carryOut(
        _ survey: SoundSurveyJob,
        by worker: MediaWorker
    ) -> Result<SoundTrack, MediaError> {
        let (source, cancellation) = (survey.source, survey.cancellation)
        do throws(MediaError) {
            let track = try worker.survey(source.job, of: source.file) { cancellation.isCancelled }
            return .success(track)
        } catch {
            return .failure(error)
        }
    }
}

/// A thread that has long sounds decoded here and there, unless all of them is stored.
///
/// What all of them takes is not waited for. Its process ends with each. Safe on every thread.
final class SoundOverviewer: Sendable {
    /// The sounds that wait.
    let queue = WorkQueue<SoundSource.Key, SoundSurveyJob>()

    /// Starts the thread, which ends when ``queue`` is closed.
    init(
        store: SoundStore?,
        workers: WorkerPool,
        report: @escaping @Sendable (SoundReport) -> Void
    ) {
        WorkThread.start(named: "vernier-overview") { [queue] in
            while let wanted = queue.next() {
                let (source, cancellation) = (wanted.source, wanted.cancellation)
                if store?.mayHold(source.job, in: source.file) ?? false { continue }
                let worker = MediaWorker(of: workers)
                // What cannot be decoded is told with the survey.
                let overview = try? worker.overview(source.job, of: source.file) {
                    cancellation.isCancelled
                }
                if let overview { report(.heard(source.key, overview)) }
            }
        }
    }

    deinit { queue.close() }
}

/// A thread that has samples decoded, one request after the other.
///
/// Safe on every thread.
final class SoundReadWorker: Sendable {
    /// The requests that wait.
    let queue = WorkQueue<SoundRead.Requester, SoundRead>()
    /// Sounds that are kept open, so that what follows needs no seek.
    private static let mostOpen = 4

    /// Starts the thread, which ends when ``queue`` is closed.
    init(workers: WorkerPool, report: @escaping @Sendable (SoundReport) -> Void) {
        WorkThread.start(named: "vernier-sound") { [queue] in
            let worker = MediaWorker(of: workers)
            var open: [(key: SoundSource.Key, sound: WorkerSound)] = []
            while let read = queue.next() {
                report(.read(read, Self.carryOut(read, among: &open, by: worker)))
            }
        }
    }

    deinit { queue.close() }

    private static func carryOut(
        _ read: SoundRead,
        among open: inout [(key: SoundSource.Key, sound: WorkerSound)],
        by worker: MediaWorker
    ) -> Result<[UInt8], MediaError> {
        let (source, key) = (read.source, read.source.key)
        do throws(MediaError) {
            let known = open.first { $0.key == key }?.sound
            let sound =
                if let known { known } else {
                    try WorkerSound(worker, source.file, source.job, read.track.map)
                }
            open = open.filter { $0.key != key }.suffix(mostOpen - 1) + [(key, sound)]
            var bytes: [UInt8] = []
            for order in read.orders { bytes += try sound.read(order) }
            return .success(bytes)
        } catch {
            open.removeAll { $0.key == key }
            return .failure(error)
        }
    }
}
