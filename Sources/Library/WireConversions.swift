package import Media
package import Timeline
package import Wire

/// The wire's messages about a clip, made from what the library knows of it.
extension MediaDescription {
    /// Describes a clip.
    package init(_ clip: Clip) {
        let (info, table) = (clip.info, clip.table)
        self.init(
            id: clip.id.description,
            name: clip.name,
            version: clip.version,
            kind: Kind(info.kind),
            container: info.container,
            codec: info.codec,
            timebase: Ratio(info.timebase.numerator, info.timebase.denominator),
            index: Index(
                state: IndexState(clip),
                progress: clip.decoding?.progress ?? clip.progress,
                reason: clip.decoding.map { DecodingReason($0.fault) },
                remote: clip.reading.map(RemoteProgress.init)
            )
        )
        stream = info.stream
        streams = info.streams.indices.map { Stream(info.streams[$0], number: $0) }
        cover = info.cover != nil
        durations = clip.length.durations
        duration = durations.seconds
        first = table.first.ticks
        end = clip.length.track.end.ticks
        frames = table.count
        framesOnTrack = clip.length.frames
        keyframes = table.keyframeCount
        frameRate = Ratio(info.frameRate.numerator, info.frameRate.denominator)
        width = info.size.width
        height = info.size.height
        rotation = info.rotation
        sar = Ratio(Int64(info.sampleAspect.numerator), Int64(info.sampleAspect.denominator))
        timecode = info.startTimecode
        chapters = info.chapters.map { Chapter($0, of: clip) }
    }
}

extension MediaDescription.Kind {
    fileprivate init(_ kind: MediaInfo.Kind) {
        switch kind {
        case .video: self = .video
        case .audio: self = .audio
        case .image: self = .image
        }
    }
}

extension MediaDescription.Stream {
    fileprivate init(_ stream: MediaStream, number: Int) {
        self.init(
            number: number,
            kind: stream.kind.rawValue,
            codec: stream.codec,
            size: (stream.storedSize.width, stream.storedSize.height),
            frameRate: stream.frameRate.map { Ratio($0.numerator, $0.denominator) },
            isDefault: stream.isDefault,
            isAttachedPicture: stream.isAttachedPicture
        )
    }
}

extension MediaDescription.Chapter {
    fileprivate init(_ chapter: Chapter, of clip: Clip) {
        let table = clip.table
        let frame = table.firstFrame(of: chapter)
        self.init(
            title: chapter.title,
            frame: frame,
            time: table.time(of: frame),
            position: clip.position(of: frame)
        )
    }
}

extension IndexState {
    fileprivate init(_ clip: Clip) { self = clip.table.isComplete ? .complete : .scanning }
}

extension IndexMessage {
    /// How far a clip's index has come.
    package init(_ clip: Clip) {
        self.init(
            state: IndexState(clip),
            progress: clip.decoding?.progress ?? clip.progress,
            reason: clip.decoding.map { DecodingReason($0.fault) },
            frames: clip.table.count,
            framesOnTrack: clip.length.frames,
            keyframes: clip.table.keyframeCount,
            end: clip.length.track.end.ticks,
            version: clip.version,
            remote: clip.reading.map(RemoteProgress.init)
        )
    }

    /// How much has come of a media elsewhere of which no frame is known before.
    package init(_ reading: RemoteReading, version: String) {
        self.init(
            state: .scanning,
            progress: 0,
            frames: 0,
            keyframes: 0,
            end: 0,
            version: version,
            remote: RemoteProgress(reading)
        )
    }

    /// How much is decoded of a media of which no frame is known before.
    package init(_ decode: WholeDecode, version: String) {
        self.init(
            state: .scanning,
            progress: decode.progress,
            reason: DecodingReason(decode.fault),
            frames: 0,
            keyframes: 0,
            end: 0,
            version: version
        )
    }
}

extension RemoteProgress {
    fileprivate init(_ reading: RemoteReading) {
        self.init(fetched: reading.fetched, size: reading.size, waiting: reading.isAwaited)
    }
}

extension DecodingReason {
    fileprivate init(_ fault: DisplayOrder.Fault) {
        switch fault {
        case .missing: self = .timesMissing
        case .stepBack: self = .timesStepBack
        case .repeated: self = .timesRepeat
        case .loneFields: self = .loneFields
        }
    }
}

extension IndexDocument {
    /// Every frame of a table.
    package init(_ table: FrameTable) {
        self.init(count: table.count) { frame in
            Row(
                frame: frame,
                pts: table.pts(of: frame).ticks,
                time: table.time(of: frame),
                key: table.isKeyframe(frame)
            )
        }
    }
}

extension FrameMappings {
    /// Every frame of a table.
    package init(_ table: FrameTable) {
        self.init(count: table.count) { frame in
            Row(
                pts: table.pts(of: frame).ticks,
                duration: table.duration(of: frame),
                key: table.isKeyframe(frame)
            )
        }
    }
}

extension Ratio {
    fileprivate init(_ numerator: Int64, _ denominator: Int64) {
        self.init(Int(numerator), Int(denominator))
    }
}
