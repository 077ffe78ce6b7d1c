import Testing
import Timeline

@testable import Media

@Suite("The display size of a picture")
struct PictureSizeTests {
    private static let huge = Int(Int32.max)

    @Test(
        arguments: [
            (320, 180, 4, 3, 427, 180), (720, 576, 64, 45, 1024, 576), (2, 2, 1, 16, 1, 2),
            (1, 180, 1, 10, 1, 180), (0, 180, 1, 1, 0, 0), (320, 0, 1, 1, 0, 0),
            // Impossible sample aspect ratios.
            (320, 180, 1, 1000, 320, 180), (320, 180, 1000, 1, 320, 180),
            (320, 180, 0, 0, 320, 180), (320, 180, -1, 1, 320, 180),
            (320, 180, huge, 1, 320, 180), (320, 180, .max, .max, 320, 180),
        ] as [(Int, Int, Int, Int, Int, Int)]
    )
    func `is at least one pixel, and ignores impossible sample aspect ratios`(
        _ width: Int,
        _ height: Int,
        _ numerator: Int,
        _ denominator: Int,
        _ shownWidth: Int,
        _ shownHeight: Int
    ) {
        let shape = MediaInfo.SampleAspect(numerator: numerator, denominator: denominator)
        let info = MediaInfo.shaped(shape, PixelSize(width: width, height: height))
        #expect(info.size == PixelSize(width: shownWidth, height: shownHeight))
    }

    @Test(
        arguments: [(0, 0), (1, 1), (1, 180), (320, 1), (huge, huge), (1, huge), (huge, 1)]
            as [(Int, Int)]
    )
    func `has at least one pixel at any width`(_ width: Int, _ height: Int) {
        for limit: Int? in [nil, 1, 16, 640] {
            let size = PixelSize(width: width, height: height).fitted(toWidth: limit)
            #expect(size.width >= 1 && size.height >= 1)
            #expect(size.width <= limit ?? .max)
        }
    }

    @Test(
        arguments: [
            (320, 320, 180, true), (320, 321, 180, false), (320, 320, 65_501, false),
            (nil, 16_384, 8192, true), (nil, 65_501, 1, false), (nil, 65_500, 65_500, false),
            (320, 0, 180, false), (320, -1, 180, false), (nil, huge, huge, false),
        ] as [(Int?, Int, Int, Bool)]
    )
    func `is checked in the answers of workers`(
        _ asked: Int?,
        _ width: Int,
        _ height: Int,
        _ isAllowed: Bool
    ) {
        let size = PixelSize(width: width, height: height)
        #expect(PreviewFormat(width: asked).allows(size) == isAllowed)
    }
}

extension MediaInfo {
    fileprivate static func shaped(_ shape: SampleAspect, _ size: PixelSize) -> MediaInfo {
        MediaInfo(
            kind: .video,
            container: "mov",
            codec: "h264",
            stream: 0,
            timebase: Timebase(1, 1000)!,
            frameRate: FrameRate(25, 1)!,
            storedSize: size,
            rotation: 0,
            sampleAspect: shape,
            startTimecode: nil,
            chapters: [],
            streams: [],
            cover: nil,
            containerDuration: nil,
            estimatedDuration: nil
        )
    }
}
