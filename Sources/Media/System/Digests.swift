import CFFmpeg

/// The digests that libavutil makes for this program.
enum Digest {
    /// MurmurHash3, 128 bits: libavutil's fastest, for what only has to differ by chance.
    ///
    /// Who makes two files or pictures collide on purpose affects his own files only.
    static func murmur3(of parts: [UInt8]...) -> [UInt8] {
        var hash = Murmur3()
        for part in parts { part.withUnsafeBytes { hash.update($0) } }
        return hash.finish()
    }

    /// SHA-256, for what must not be turned back into its source.
    static func sha256(of bytes: [UInt8]) -> [UInt8] {
        let state = av_sha_alloc()
        defer { av_free(UnsafeMutableRawPointer(state)) }
        av_sha_init(state, 256)
        av_sha_update(state, bytes, bytes.count)
        var digest = [UInt8](repeating: 0, count: 32)
        av_sha_final(state, &digest)
        return digest
    }
}

/// Codes by which who has a key knows that a message comes from another who has it (RFC 2104).
package enum HMAC {
    /// The code of a message with SHA-256: 32 bytes.
    package static func sha256(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        let state = av_hmac_alloc(AV_HMAC_SHA256)
        defer { av_hmac_free(state) }
        av_hmac_init(state, key, UInt32(key.count))
        av_hmac_update(state, message, UInt32(message.count))
        var code = [UInt8](repeating: 0, count: 32)
        av_hmac_final(state, &code, UInt32(code.count))
        return code
    }
}

/// A MurmurHash3 of bytes that come one part after the other.
struct Murmur3: ~Copyable {
    private let state = av_murmur3_alloc()

    init() { av_murmur3_init(state) }

    deinit { av_free(UnsafeMutableRawPointer(state)) }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        av_murmur3_update(state, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
    }

    mutating func finish() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 16)
        av_murmur3_final(state, &digest)
        return digest
    }
}
