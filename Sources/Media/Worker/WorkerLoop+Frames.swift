import Timeline

extension WorkerLoop {
    /// A file that frames are read from.
    final class Reader {
        var frames: FrameReader
        var maker: PreviewMaker

        init(_ file: OpenFile, _ index: MediaIndex, threads: Int) throws(MediaError) {
            frames = try FrameReader(file, index: index, threads: threads)
            maker = PreviewMaker(info: index.info, file: file.name)
        }
    }

    /// Reads up to a frame, and tells of each on the way.
    func read(
        _ frame: Int,
        _ manner: FrameReader.Manner,
        by reader: Reader
    ) throws -> WorkerAnswer {
        var failure: (any Error)?
        let isWanted = { manner.shows($0, onTheWayTo: frame) }
        let wasShown = try reader.frames.read(frame, manner) { frame, picture in
            do {
                guard isWanted(frame) else { return try pass(frame) }
                return try show(frame, picture, by: reader)
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
        return .read(wasShown: wasShown, decoded: reader.frames.work.framesDecoded)
    }

    /// Tells of a frame, and returns whether to go on, without waiting to hear.
    private func pass(_ frame: Int) throws -> Bool {
        try answer(.passed(frame: frame))
        guard channel.isReady else { return true }
        guard case .stop = try WorkerRequest(try channel.receive().bytes) else {
            throw WorkerChannel.Failure.malformed
        }
        return false
    }

    /// Tells of a frame, makes what is wanted of it, and returns whether to go on.
    private func show(
        _ frame: Int,
        _ picture: borrowing Picture,
        by reader: Reader
    ) throws -> Bool {
        try answer(.shown(frame: frame))
        while true {
            switch try WorkerRequest(try channel.receive().bytes) {
            case .proceed(let goesOn): return goesOn
            case .stop: continue
            case .make(let format):
                do throws(MediaError) {
                    let preview = try reader.maker.make(from: picture, format)
                    try? answer(.picture(preview))
                } catch {
                    try? answer(.failed(error))
                }
            default: throw WorkerChannel.Failure.malformed
            }
        }
    }
}
