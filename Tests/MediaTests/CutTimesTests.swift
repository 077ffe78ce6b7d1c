import CFFmpeg
import Glibc
import TestSupport
import Testing

@testable import Media
@testable import System

@Suite("Timestamps of packets in a cut", .scratchDirectory)
struct CutTimesTests {
    private static let furthest: Int64 = 1 << 60

    @Test(
        arguments: [
            (0, 5, -5), (furthest, -furthest, 2 * furthest), (0, .min, nil),
            (-furthest, .max, nil), (-furthest, furthest, -2 * furthest),
        ] as [(Int64, Int64, Int64?)]
    )
    func `are moved, or rejected`(_ time: Int64, _ offset: Int64, _ moved: Int64?) {
        let packet = Packet()
        (packet.pointer.pointee.pts, packet.pointer.pointee.dts) = (time, time)
        #expect(packet.move(back: offset) == (moved != nil))
        #expect(packet.pointer.pointee.pts == moved ?? time)
    }

    @Test(
        arguments: [
            (-5, 5, false, true), (-5, 6, true, true), (-5, 2, false, false),
            (-5, .max, true, true), (.min, .max, false, true), (-5, .min, false, false),
        ] as [(Int64, Int64, Bool, Bool)]
    )
    func `of packets with any duration do not overflow`(
        _ time: Int64,
        _ duration: Int64,
        _ lasts: Bool,
        _ lastsTwice: Bool
    ) {
        let packet = Packet()
        (packet.pointer.pointee.pts, packet.pointer.pointee.duration) = (time, duration)
        #expect(packet.lastsBeyondZero() == lasts)
        #expect(packet.lastsBeyondZero(times: 2) == lastsTwice)
        packet.beginAtZero()
        #expect(packet.pointer.pointee.pts == 0)
        #expect(packet.pointer.pointee.duration <= max(0, duration))
    }

    /// A `moov` box with a 64-bit size, after a complete box or at the start of the file.
    @Test(arguments: [.max, 1 << 63, (1 << 63) - 1, 15, 0] as [UInt64], [false, true])
    func `an edit list in a box of impossible size is not written to`(
        _ size: UInt64,
        _ isSecond: Bool
    ) throws {
        let first: [UInt8] = isSecond ? [0, 0, 0, 8] + Array("free".utf8) : []
        let length = (0..<8).reversed().map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
        let bytes = first + [0, 0, 0, 1] + Array("moov".utf8) + length + [0, 0, 0, 0]
        let path = try Scratch.write(bytes, to: "x.mp4")
        let file = open(path, O_RDWR | O_CLOEXEC)
        defer { close(file) }
        #expect(!EditListPatch(Descriptor(file)).set(1, ofTrack: 0))
        #expect(!EditListPatch(Descriptor(file)).set(-1, ofTrack: 0))
    }

    @Test(
        arguments: [
            (10, 4096, 40_960), (.max, .max, .max), (1 << 62, 4, .max), (0, 1, 0),
        ] as [(UInt64, UInt64, Int64)]
    )
    func `the free space of a disk is clamped to 64 bits`(
        _ blocks: UInt64,
        _ size: UInt64,
        _ bytes: Int64
    ) {
        #expect(FilePath.bytes(inBlocks: blocks, of: size) == bytes)
    }
}
