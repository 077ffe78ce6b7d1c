import Timeline

/// Requests about sound.
extension WorkerLoop {
    /// A sound that samples are read from.
    final class Sound {
        var reader: SoundReader
        let file: OpenFile

        init(_ file: OpenFile, _ job: SoundJob, _ map: SoundMap) throws(MediaError) {
            self.file = file
            reader = try SoundReader(file, job, map)
        }
    }

    /// Decodes all of a sound, and asks now and then whether it is still wanted.
    func survey(_ job: SoundJob, of file: OpenFile) throws(MediaError) -> WorkerAnswer {
        var survey = try SoundSurvey(file, job)
        let poll = TimedPoll(of: self)
        let track = try survey.run { !poll.goesOn(.asking) || file.hasFailed }
        try file.checkReads()
        return .surveyed(track)
    }

    /// Decodes a sound here and there, and asks now and then whether it is still wanted.
    func overview(_ job: SoundJob, of file: OpenFile) throws(MediaError) -> WorkerAnswer {
        var maker = try SoundOverviewMaker(file, job)
        let poll = TimedPoll(of: self)
        return .overview(maker.make { poll.goesOn(.asking) })
    }

    /// Decodes samples by a reader that was opened.
    func read(_ order: SoundOrder, by number: Int) throws -> WorkerAnswer {
        guard let sound = sounds[number] else { throw WorkerChannel.Failure.malformed }
        let bytes = try sound.reader.read(order)
        try sound.file.checkReads()
        return .samples(bytes, decoded: sound.reader.packetsDecoded)
    }
}
