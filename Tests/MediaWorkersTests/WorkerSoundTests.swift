import Basics
import TestSupport
import Testing
import Timeline

@testable import Media
@testable import MediaWorkers

@Suite("Sound that a worker decodes", .timeLimit(.minutes(2)))
struct WorkerSoundTests {
    /// A sample with AAC, and its sound.
    private struct Fixture {
        let file: OpenFile
        let index: MediaIndex
        let job: SoundJob
        let worker = MediaWorkerTests.inside()

        init(_ sample: Sample) throws {
            file = try OpenFile(path: sample.path)
            index = try MediaIndex(scanning: file)
            job = SoundJob(file.name, stream: try #require(index.info.sound), of: index)
        }
    }

    /// AAC is decoded from ten packets before on: its codec forgets by and by.
    private static let preroll = 10

    @Test(arguments: [Sample.longGOP, .transportStream])
    func `from anywhere begins no more than three packets before its pre-roll`(
        _ sample: Sample
    ) throws {
        let sound = try Fixture(sample)
        let track = try sound.worker.survey(sound.job, of: sound.file)
        let reader = try WorkerSound(sound.worker, sound.file, sound.job, track.map)
        var random = SplitMix64(seed: 23)
        for _ in 0..<200 {
            let frame = Int.random(in: 0..<sound.index.table.count - 1, using: &random)
            let samples = sound.index.table.samples(of: frame..<frame + 1, on: track.clock)
            // A packet of AAC has 1024 samples.
            let own = Int(samples.upperBound / 1024 - samples.lowerBound / 1024) + 1
            let before = reader.packetsDecoded
            _ = try reader.read(try #require(SoundOrder(samples)))
            #expect(reader.packetsDecoded - before <= own + Self.preroll + 3)
        }
    }

    @Test(arguments: [Sample.longGOP, .transportStream])
    func `here and there is as loud as all of it somewhere near`(_ sample: Sample) throws {
        let sound = try Fixture(sample)
        let track = try sound.worker.survey(sound.job, of: sound.file)
        let overview = try #require(try sound.worker.overview(sound.job, of: sound.file))
        let (peaks, width) = (overview.peaks, overview.peaks.base)
        #expect(overview.clock == track.clock && peaks.length == track.peaks.length)
        let points = 0..<peaks.count(samplesPerPoint: width)
        let heard = peaks.extremes(points, plane: 0, samplesPerPoint: width)
        let whole = track.peaks.extremes(points, plane: 0, samplesPerPoint: width)
        let height = { (values: [Int16]) in values.map { abs(Int($0)) }.max() ?? 0 }
        #expect(height(heard) <= height(whole) && 2 * height(heard) > height(whole))
    }

    @Test func `that nobody waits for any more is not listened to`() throws {
        let sound = try Fixture(.longGOP)
        let overview = try sound.worker.overview(sound.job, of: sound.file) { true }
        // At most what is read first.
        let heard = overview.map {
            $0.peaks.extremes(2..<4, plane: 0, samplesPerPoint: $0.peaks.base)
        }
        #expect(heard.map { $0[0] == $0[2] && $0[1] == $0[3] } ?? true)
    }
}
