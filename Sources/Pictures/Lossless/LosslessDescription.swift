package import Library
package import Media
import Timeline
package import Wire

/// What is said of pixels: in the header of a film, and in those of answers.
extension LosslessPicture {
    /// The film of pictures like this one; `nil` where YUV4MPEG2 has no place for its pixels.
    package func film(of info: MediaInfo) -> Y4M? {
        // The names of full-range formats that FFmpeg had before it had a field for the range.
        let isFull = colours.range == "pc" || shape.format.hasPrefix("yuvj")
        return Y4M(
            format: shape.format,
            chromaLocation: colours.chromaLocation,
            width: shape.size.width,
            height: shape.size.height,
            rate: Ratio(Int(info.frameRate.numerator), Int(info.frameRate.denominator)),
            sampleAspect: Ratio(info.sampleAspect.numerator, info.sampleAspect.denominator),
            isTopFieldFirst: colours.isTopFieldFirst,
            isFullRange: isFull ? true : colours.range == "tv" ? false : nil
        )
    }

    /// What the pixels are that a query asks for, of which this is the first picture.
    package func document(_ query: LosslessQuery, of source: ClipSource) -> LosslessDocument {
        let (info, table) = (source.index.info, source.index.table)
        var document = LosslessDocument(
            timebase: Ratio(Int(table.timebase.numerator), Int(table.timebase.denominator)),
            width: shape.size.width,
            height: shape.size.height,
            format: shape.format,
            bytes: bytes.count,
            planes: shape.planes.map { plane in
                LosslessDocument.Plane(
                    offset: plane.offset,
                    stride: plane.stride,
                    width: plane.width,
                    height: plane.height
                )
            },
            colours: (colours.range, colours.space, colours.primaries, colours.transfer),
            sampleAspectRatio: Ratio(info.sampleAspect.numerator, info.sampleAspect.denominator),
            rotation: info.rotation
        )
        if query.isSingle {
            let frame = query.frames.lowerBound
            (document.frame, document.pts) = (frame, table.pts(of: frame).ticks)
            document.duration = table.duration(of: frame)
            document.concealed = isConcealed ? true : nil
        } else {
            (document.from, document.to) = (query.frames.lowerBound, query.frames.upperBound)
            (document.step, document.count) = (query.step, query.count)
        }
        return document
    }
}
