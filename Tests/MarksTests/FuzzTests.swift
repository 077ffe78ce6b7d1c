import Basics
import Marks
import TestSupport
import Testing
import Wire

@Suite("Untrusted marks", .fuzzed, .timeLimit(.minutes(30)))
struct FuzzTests {
    @Test(arguments: MarkFile.allCases)
    func `damaged are refused or within the media, 3,000 times`(_ file: MarkFile) throws {
        var generator = Fuzz.generator(1)
        let format = file.format
        let marks = try MarkSet([("Intro, \"x\"", 0, 99), ("", 50, 60), ("<&> = é", 1999, 1999)])
        let whole = try format.bytes(of: marks, in: Films.drop)
        var accepted = 0
        for _ in 0..<3000 * Fuzz.factor {
            var bytes = whole
            bytes.spoil(using: &generator)
            guard let read = try? format.marks(from: bytes, in: Films.drop) else { continue }
            accepted += 1
            #expect(Self.isSound(read))
        }
        #expect(accepted > 0 && accepted < 3000 * Fuzz.factor)
    }

    @Test func `stored and damaged are never accepted, 10,000 times`() throws {
        var generator = Fuzz.generator(2)
        let whole = StoredMarks(
            key: [1, 2],
            VersionedMarks(try MarkSet([("a", 0, 9), ("b", 3, 4)]))
        )
        .encoded()
        for _ in 0..<10_000 * Fuzz.factor {
            var bytes = whole
            bytes.spoil(using: &generator)
            guard bytes != whole else { continue }
            #expect(throws: MarksError.self) { try StoredMarks(decoding: bytes, in: 2000) }
        }
    }

    private static func isSound(_ marks: MarkSet) -> Bool {
        marks.segments.allSatisfy {
            $0.frames.lowerBound >= 0 && $0.frames.upperBound < Films.count
                && !$0.name.contains(where: \.isNewline) && $0.name.count <= 200
        }
    }
}

extension [UInt8] {
    /// Cuts, adds, removes, repeats or changes up to three places.
    fileprivate mutating func spoil(using generator: inout SplitMix64) {
        for _ in 0..<Int.random(in: 1...3, using: &generator) where !isEmpty {
            let index = indices.randomElement(using: &generator)!
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: removeSubrange(index...)
            case 1: insert(UInt8.random(in: 0...255, using: &generator), at: index)
            case 2: remove(at: index)
            case 3: self[index] = Array("\n,:;\"\\<>-09".utf8).randomElement(using: &generator)!
            case 4: insert(contentsOf: self[index...].prefix(30), at: index)
            default: self[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            }
        }
    }
}
