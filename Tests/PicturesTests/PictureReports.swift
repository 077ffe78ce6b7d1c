import ClipSupport
import Media
import Pictures

typealias PictureReports = Reports<PictureReport>

extension Reports where Report == PictureReport {
    /// How the next picture turned out, and how many others were cached meanwhile.
    ///
    /// The result is `nil` when the picture was cancelled.
    func nextPicture() throws -> (result: Result<EncodedFrame, MediaError>?, passed: Int) {
        var passed = 0
        while true {
            switch try next() {
            case .progressed: passed += 1
            case .picture(_, let result): return (result, passed)
            default: throw UnexpectedReport()
            }
        }
    }
}
