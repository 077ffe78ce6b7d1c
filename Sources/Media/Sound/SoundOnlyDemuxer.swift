import CFFmpeg
import Timeline

/// Where in a file some sound is, both ways of saying it.
struct SoundSeekTarget {
    /// When it is heard, in ticks of its stream.
    var time: Timestamp?
    /// Where its packet begins.
    var byte: Int64?
}

extension Demuxer {
    /// Opens a file to read the sound of a job, and nothing else.
    ///
    /// - Throws: ``MediaError/noSuchStream(file:stream:)`` unless the stream is there and is sound: its
    ///   number may come from elsewhere.
    static func sound(of job: SoundJob, in file: OpenFile) throws(MediaError) -> Demuxer {
        let demuxer = try Demuxer(file)
        let (number, streams) = (job.stream, Int(demuxer.context.pointee.nb_streams))
        guard number >= 0, number < streams,
            demuxer.stream(number).pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
        else { throw .noSuchStream(file: file.name, stream: number) }
        demuxer.select(stream: number)
        demuxer.readDirectly()
        return demuxer
    }

    /// Goes to a place of the sound of a job, so that its packets come from about there; returns
    /// whether that is possible.
    func seek(to address: SoundSeekTarget, of job: SoundJob) -> Bool {
        guard isSoughtByTime else {
            guard let byte = address.byte, byte >= 0 else { return false }
            return seek(to: .byte(byte), stream: job.stream)
        }
        guard let time = address.time else { return false }
        // Matroska's index has the keyframes of pictures alone.
        guard format.hasPrefix("matroska"), job.shown != job.stream else {
            return seek(to: .time(time), stream: job.stream)
        }
        let (own, other) = (stream(job.stream), stream(job.shown))
        let shown = av_rescale_q(time.ticks, own.pointee.time_base, other.pointee.time_base)
        return seek(to: .time(Timestamp(shown)), stream: job.shown)
    }

    /// Reads each packet of MP4 and MOV as it lies in the file, without what is around it: the sound
    /// of a film is then read without its pictures.
    private func readDirectly() {
        guard format.hasPrefix("mov,") else { return }
        context.pointee.pb.pointee.direct = 1
    }

    /// Whether packets have their own times after a seek: in raw streams, times are counted from the
    /// first packet that is read.
    var tellsTimes: Bool { isSoughtByTime || format.hasPrefix("mpeg") }

    private var isSoughtByTime: Bool { seekMethod == .byTime && format != "mp3" }
}
