import Foundation
import TestSupport
import Testing

@testable import Media

@Suite("Lists of fragments", .scratchDirectory) struct FragmentListTests {
    /// Numbers of some bytes each, as ISO/IEC 14496-12 has them.
    private static func numbers(_ values: (Int, bytes: Int)...) -> [UInt8] {
        values.flatMap { value, bytes in
            (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
    }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        numbers((content.count + 8, bytes: 4)) + Array(type.utf8) + content
    }

    /// A `sidx` as section 8.16.3 has it: references of bytes, ticks and access points.
    private static func segments(
        track: Int = 1,
        ticks: Int = 1000,
        from start: Int = 0,
        gap: Int = 0,
        count: Int? = nil,
        _ references: [(size: Int, duration: Int, access: Int)]
    ) -> [UInt8] {
        let head = numbers(
            (0, bytes: 4),
            (track, bytes: 4),
            (ticks, bytes: 4),
            (start, bytes: 4),
            (gap, bytes: 4),
            (0, bytes: 2),
            (count ?? references.count, bytes: 2)
        )
        return box(
            "sidx",
            references.reduce(head) { bytes, one in
                bytes
                    + numbers(
                        (one.size, bytes: 4),
                        (one.duration, bytes: 4),
                        (one.access, bytes: 4)
                    )
            }
        )
    }

    /// An `mfra` as section 8.8.9 has it, of times in one track.
    private static func accesses(track: Int = 1, _ times: [Int], lengths: Int = 0) -> [UInt8] {
        let rest = [4, 2, 0].map { lengths >> $0 & 3 }.reduce(3, +)
        let head = numbers((1 << 24, bytes: 4), (track, bytes: 4), (lengths, bytes: 4))
        let entries = times.flatMap {
            numbers(($0, bytes: 8), (24, bytes: 8)) + [UInt8](repeating: 1, count: rest)
        }
        let list = box("tfra", head + numbers((times.count, bytes: 4)) + entries)
        return box("mfra", list + box("mfro", numbers((0, bytes: 4), (list.count + 24, bytes: 4))))
    }

    private static let access = 9 << 28
    private static let fragment = box("moof", []) + box("mdat", [1, 2, 3, 4])
    private static let start = box("ftyp", []) + box("moov", [])

    private func list(_ bytes: [UInt8], track: UInt32 = 1) throws -> FragmentList? {
        let path = Scratch.directory + "/film.mp4"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return FragmentList(in: try OpenFile(path: path), track: track)
    }

    /// A film of fragments that are listed before them.
    private func listed(_ segments: [UInt8], fragments count: Int = 3) throws -> FragmentList? {
        let fragments = Array(repeating: Self.fragment, count: count).joined()
        return try list(Self.start + segments + fragments)
    }

    private static let three = Array(repeating: (size: 20, duration: 500, access: access), count: 3)

    @Test func `before them tell the times of those that begin with a keyframe`() throws {
        let found = try #require(try listed(Self.segments(from: 70, Self.three)))
        #expect(found.times == [70, 570, 1070] && found.ticks == 1000)
        let middle = [Self.three[0], (size: 20, duration: 500, access: 0), Self.three[2]]
        #expect(try listed(Self.segments(middle))?.times == [0, 1000])
    }

    @Test func `behind them tell the times of keyframes`() throws {
        for lengths in [0, 0x3f, 0x24] {
            let bytes =
                Self.start + Self.fragment + Self.accesses([5, 90, 1 << 40], lengths: lengths)
            let found = try #require(try list(bytes))
            #expect(found.times == [5, 90, 1 << 40] && found.ticks == nil)
        }
    }

    @Test func `before them count where one behind follows`() throws {
        let bytes =
            Self.start + Self.segments([Self.three[0]]) + Self.fragment + Self.accesses([7, 8])
        #expect(try list(bytes)?.times == [0])
    }

    @Test func `of some fragments only are none`() throws {
        #expect(try listed(Self.segments(Self.three), fragments: 4) == nil)
        #expect(try listed(Self.segments(Self.three), fragments: 2) == nil)
        #expect(try listed(Self.segments(gap: 1, Self.three)) == nil)
    }

    @Test func `of another track are none`() throws {
        #expect(try listed(Self.segments(track: 2, Self.three)) == nil)
        #expect(try list(Self.start + Self.fragment + Self.accesses(track: 2, [1])) == nil)
    }

    @Test(arguments: [
        segments(ticks: 0, three), segments(ticks: 1 << 31, three), segments(count: 4, three),
        segments([(size: 1 << 31 | 20, duration: 500, access: access), three[1], three[2]]),
        segments([(size: 20, duration: 0, access: access), three[1], three[2]]), segments([]),
        box("sidx", []), box("sidx", [UInt8](repeating: 255, count: 40)),
    ])
    func `that are not as they should be are none`(segments: [UInt8]) throws {
        #expect(try listed(segments) == nil)
    }

    @Test func `that are cut off anywhere are none, and end no program`() throws {
        let bytes = Self.start + Self.fragment + Self.accesses([5, 90])
        for count in 1..<bytes.count {
            #expect(try list(Array(bytes[..<count])) == nil)
        }
        var random = Fuzz.generator(21)
        for _ in 0..<300 {
            var damaged = bytes
            damaged[Int.random(in: 16..<bytes.count, using: &random)] ^=
                1 << UInt8.random(in: 0..<8, using: &random)
            let found = try list(damaged)
            #expect(found.map { $0.times == $0.times.sorted() } ?? true)
        }
    }
}
