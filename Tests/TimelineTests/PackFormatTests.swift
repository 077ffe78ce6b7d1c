import TestSupport
import Testing
import Timeline

/// A pack in memory, put together and read as a store does.
struct TestPack {
    var bytes: [UInt8]
    let start: Int

    init(key: [UInt8] = [1, 2, 3], about: [UInt8] = [4]) throws {
        bytes = try #require(PackHeader(key: key, about: about)).encoded
        start = bytes.count
    }

    mutating func add(_ picture: [UInt8], as ordinal: Int, isConcealed: Bool = false) throws {
        let record = try #require(
            PackRecord(
                ordinal: ordinal,
                width: 320,
                height: 180,
                isConcealed: isConcealed,
                type: ordinal.isMultiple(of: 3) ? .bipredicted : .intra,
                picture: picture
            )
        )
        bytes += record.head + picture
    }

    func contents(of bytes: [UInt8]? = nil, after known: PackContents? = nil) -> PackContents {
        let bytes = bytes ?? self.bytes
        var contents = known ?? PackContents(from: start)
        contents.grow(to: bytes.count) { Array(bytes[$0..<$0 + PackRecord.headSize]) }
        return contents
    }

    /// The picture of an ordinal, if it is there and proves itself.
    static func picture(_ ordinal: Int, _ contents: PackContents, _ bytes: [UInt8]) -> [UInt8]? {
        guard let place = contents[ordinal] else { return nil }
        let picture = bytes[place.range].dropFirst(PackRecord.headSize)
        return place.record.matches(picture) ? Array(picture) : nil
    }
}

@Suite("A pack of previews")
struct PackTests {
    @Test func `gives back what was put in`() throws {
        var pack = try TestPack()
        for ordinal in [7, 0, 4_294_967_295] {
            try pack.add([UInt8(ordinal % 251), 1, 2], as: ordinal, isConcealed: ordinal == 7)
        }
        let contents = pack.contents()
        #expect(contents.count == 3)
        #expect(contents.end == pack.bytes.count)
        for ordinal in [7, 0, 4_294_967_295] {
            let picture = TestPack.picture(ordinal, contents, pack.bytes)
            #expect(picture == [UInt8(ordinal % 251), 1, 2])
            let record = try #require(contents[ordinal]).record
            #expect((record.width, record.height) == (320, 180))
            #expect(record.isConcealed == (ordinal == 7))
            #expect(record.type == (ordinal.isMultiple(of: 3) ? .bipredicted : .intra))
        }
        #expect(contents[1] == nil)
    }

    @Test func `says what it is of`() throws {
        let header = try #require(PackHeader(key: [9, 9], about: Array("film".utf8)))
        #expect(PackHeader(decoding: header.encoded) == header)
        #expect(PackHeader(decoding: header.encoded + [1, 2, 3]) == header)
    }

    @Test func `of another version, another kind or cut in its header is none`() throws {
        let header = try #require(PackHeader(key: [9, 9], about: [])).encoded
        var version = header
        version[4] += 1
        var kind = header
        kind[3] ^= 1
        for bytes in [version, kind, Array(header.dropLast()), [], Array("VNPK".utf8)] {
            #expect(PackHeader(decoding: bytes) == nil)
        }
    }

    @Test func `is known up to its last whole preview, wherever it is cut`() throws {
        var pack = try TestPack()
        var ends = [pack.bytes.count]
        for ordinal in 0..<3 {
            try pack.add(Array(repeating: UInt8(ordinal), count: 40), as: ordinal)
            ends.append(pack.bytes.count)
        }
        for size in pack.start...pack.bytes.count {
            let contents = pack.contents(of: Array(pack.bytes.prefix(size)))
            #expect(contents.end == ends.last { $0 <= size })
            #expect(contents.count == ends.count { $0 <= size } - 1)
        }
    }

    @Test func `that grows is read from where it ended`() throws {
        var pack = try TestPack()
        try pack.add([1], as: 1)
        let known = pack.contents()
        try pack.add([2], as: 2)
        let grown = pack.contents(after: known)
        #expect(grown == pack.contents())
        #expect(TestPack.picture(2, grown, pack.bytes) == [2])
    }

    @Test func `that became shorter is read anew`() throws {
        var pack = try TestPack()
        for ordinal in 1...3 { try pack.add([UInt8(ordinal)], as: ordinal) }
        let known = pack.contents()
        let shorter = Array(pack.bytes.dropLast(10))
        #expect(pack.contents(of: shorter, after: known) == pack.contents(of: shorter))
    }

    @Test func `holds the last of two pictures of a frame`() throws {
        var pack = try TestPack()
        for byte: UInt8 in [1, 2] { try pack.add([byte], as: 5) }
        #expect(TestPack.picture(5, pack.contents(), pack.bytes) == [2])
        #expect(pack.contents().count == 1)
    }

    @Test(arguments: [(-1, 1, 1), (1 << 32, 1, 1), (0, 65_536, 1), (0, 1, -1)])
    func `takes no numbers that do not fit`(ordinal: Int, width: Int, height: Int) {
        let record = PackRecord(
            ordinal: ordinal,
            width: width,
            height: height,
            isConcealed: false,
            picture: [1]
        )
        #expect(record == nil)
    }

    @Test func `takes no empty picture and no endless key`() {
        #expect(PackHeader(key: Array(repeating: 0, count: 1 << 16), about: []) == nil)
        let empty = PackRecord(ordinal: 0, width: 1, height: 1, isConcealed: false, picture: [])
        #expect(empty == nil)
    }
}

@Suite("An untrusted pack", .fuzzed, .timeLimit(.minutes(30)))
struct PackFuzzTests {
    @Test func `never gives a picture that was not put in for that frame, 5,000 times`() throws {
        var generator = Fuzz.generator(4)
        var pack = try TestPack()
        var pictures: [Int: [UInt8]] = [:]
        for ordinal in 0..<12 {
            let count = Int.random(in: 1...60, using: &generator)
            let picture = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            pictures[ordinal] = picture
            try pack.add(picture, as: ordinal)
        }
        var (kept, lost) = (0, 0)
        for _ in 0..<5_000 * Fuzz.factor {
            var bytes = pack.bytes
            bytes.damage(from: pack.start, using: &generator)
            let contents = pack.contents(of: bytes)
            #expect(contents.end <= bytes.count)
            for (ordinal, picture) in pictures {
                let found = TestPack.picture(ordinal, contents, bytes)
                if found == nil { lost += 1 } else { kept += 1 }
                #expect(found == nil || found == picture)
            }
        }
        #expect(kept > 250 * Fuzz.factor && lost > 250 * Fuzz.factor, "\(kept) \(lost)")
    }

    @Test func `is never taken for that of another key, 5,000 times`() throws {
        var generator = Fuzz.generator(5)
        let header = try #require(PackHeader(key: Array(0..<90), about: [7, 7]))
        for _ in 0..<5_000 * Fuzz.factor {
            var bytes = header.encoded
            bytes.damage(from: 0, using: &generator)
            // Bytes behind the header are the first record's.
            guard !bytes.starts(with: header.encoded) else { continue }
            #expect(PackHeader(decoding: bytes) == nil)
        }
    }
}
