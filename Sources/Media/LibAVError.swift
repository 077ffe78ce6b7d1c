import CFFmpeg

/// A failure that a libav* call reported.
public struct LibAVError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The negative code that the call returned.
    public let code: CInt
    /// The C function that returned it.
    public let function: String

    /// FFmpeg's text for the code, after the function's name.
    public var description: String {
        var text = [CChar](repeating: 0, count: Int(AV_ERROR_MAX_STRING_SIZE))
        av_strerror(code, &text, text.count)
        let message = String(
            decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
            as: UTF8.self
        )
        return "\(function): \(message)"
    }

    /// Passes a result on, or throws it when it is negative.
    @discardableResult
    static func check(_ code: CInt, _ function: String) throws(LibAVError) -> CInt {
        guard code >= 0 else { throw LibAVError(code: code, function: function) }
        return code
    }
}
