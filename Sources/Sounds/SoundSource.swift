package import Library
package import Media
package import Timeline

/// A sound of a clip, as a worker needs it.
package struct SoundSource: Sendable {
    /// What tells one sound from another.
    package struct Key: Hashable, Sendable {
        /// The clip that it is beside.
        package let clip: ClipKey
        /// Its stream.
        package let stream: Int
        /// How many frames the clip had: one that has grown is another.
        let frames: Int
    }

    /// What tells it from others.
    package let key: Key
    /// Which sound is decoded, and on which clock.
    package let job: SoundJob
    /// The file.
    package let file: OpenFile

    /// The sound of a stream beside a clip; `nil` where there is none of this number, or none at all.
    package init?(_ source: ClipSource, stream: Int? = nil) {
        let info = source.index.info
        guard let number = stream ?? info.sound, info.streams.indices.contains(number),
            info.streams[number].kind == .audio
        else { return nil }
        key = Key(clip: source.key, stream: number, frames: source.index.table.count)
        job = SoundJob(source.file.name, stream: number, of: source.index)
        file = source.file
    }
}

extension SoundSource {
    /// Whether decoding all of it takes so long that people want to see something before.
    var wantsOverview: Bool { job.clock(rate: 1).sample(at: job.end) >= SoundOverview.shortest }
}

/// What is known of a sound.
package enum SoundState: Sendable {
    /// It is being decoded, or waits for that; about how loud it is, once that is known.
    case waiting(SoundOverview?)
    /// All of it has been decoded.
    case known(SoundTrack)
    /// It cannot be decoded, or there is no sample.
    case failed(MediaError)
}
