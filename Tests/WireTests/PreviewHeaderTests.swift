import Testing
import Wire

@Suite("Preview header")
struct PreviewHeaderTests {
    /// Written from the table in `protocol.md` section 2.
    static let bytes: [UInt8] = [
        0x56, 0x4E, 1, 1,  // VN, version 1, JPEG
        0x00, 0x05,  // exact and concealed
        0x01, 0x40, 0x00, 0xB4,  // 320 x 180
        0x00, 0x00,
        0x00, 0x00, 0x01, 0x02,  // answers 258
        0x00, 0x01, 0x00, 0x00,  // shows frame 65536
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE, 0x00,  // at -512
        0x00, 0x00, 0x00, 0xFA,  // after decoding 250
    ]

    static let header = PreviewHeader(
        format: .jpeg,
        flags: [.exact, .concealed],
        width: 320,
        height: 180,
        seq: 258,
        frame: 65_536,
        pts: -512,
        decoded: 250
    )

    @Test func `is 32 bytes in the order of the protocol`() throws {
        #expect(Self.bytes.count == PreviewHeader.byteCount)
        #expect(Self.header.bytes == Self.bytes)
        #expect(try PreviewHeader(bytes: Self.bytes + [0xFF, 0xD8]) == Self.header)
    }

    @Test func `holds the largest numbers`() throws {
        let header = PreviewHeader(
            format: .webp,
            flags: .keyframe,
            width: .max,
            height: .max,
            seq: .max,
            frame: .max,
            pts: .max,
            decoded: .max
        )
        #expect(try PreviewHeader(bytes: header.bytes) == header)
        #expect(header.bytes[3] == 2 && header.bytes[5] == 2)
    }

    @Test(
        arguments: [
            (0, 0x57), (1, 0x4F), (2, 2), (3, 0), (3, 3),
        ] as [(Int, UInt8)]
    )
    func `is refused when it is another one`(offset: Int, byte: UInt8) {
        var bytes = Self.bytes
        bytes[offset] = byte
        #expect(throws: WireError.self) { try PreviewHeader(bytes: bytes) }
    }

    @Test(arguments: 0..<32)
    func `is refused when it is cut`(count: Int) {
        #expect(throws: WireError.self) {
            try PreviewHeader(bytes: Array(Self.bytes.prefix(count)))
        }
    }
}
