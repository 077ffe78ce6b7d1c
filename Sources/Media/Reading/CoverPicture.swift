import CFFmpeg

/// The picture that sound comes with, decoded once.
final class CoverPicture {
    /// What has been done so far.
    private(set) var work = ReadWork()
    /// The picture, once ``decode()`` has been there.
    let picture = Picture()
    private let file: OpenFile
    private let stream: Int

    /// Creates the attached picture of a file.
    init(_ file: OpenFile, stream: Int) { (self.file, self.stream) = (file, stream) }

    /// Makes sure that the picture is there.
    ///
    /// - Throws: ``MediaError/noSuchStream(file:stream:)`` where the stream is no attached picture:
    ///   its number may come from a disk that others can write to.
    func decode() throws(MediaError) {
        guard work.framesDecoded == 0 else { return }
        let demuxer = try Demuxer(file)
        guard demuxer.isCover(stream) else {
            throw .noSuchStream(file: file.name, stream: stream)
        }
        let decoder = try Decoder(for: demuxer.stream(stream), file: file.name)
        decoder.send(demuxer.attachedPicture(of: stream), ordinal: 0, isWanted: true)
        decoder.sendEnd()
        work.packetsRead += 1
        guard decoder.receive(into: picture) == .frame else {
            throw .undecodable(file: file.name, frame: 0)
        }
        work.framesDecoded = 1
    }
}
