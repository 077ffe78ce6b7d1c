import Basics
import Marks
import TestSupport
import Testing
import Wire

@Suite("Marks that go out and come back")
struct RoundTripTests {
    @Test(arguments: Films.all.indices, MarkFile.allCases)
    func `every frame alone comes back as that frame`(_ number: Int, _ file: MarkFile) throws {
        let (film, format) = (Films.all[number], file.format)
        // Each film has others of its frames tried; all of them at night.
        let frames = stride(from: number % 4, to: Films.count, by: Fuzz.isFull ? 1 : 4)
        let marks = try MarkSet(frames.map { ("frame \($0)", $0, $0) })
        let bytes = try format.bytes(of: marks, in: film)
        #expect(try format.marks(from: bytes, in: film).rows == marks.rows)
    }

    @Test(arguments: Films.all.indices, MarkFile.allCases)
    func `segments anywhere come back by their names`(_ film: Int, _ file: MarkFile) throws {
        var generator = SplitMix64(seed: 11)
        let (film, format) = (Films.all[film], file.format)
        let marks = try MarkSet(
            (0..<(Fuzz.isFull ? 500 : 200)).map { _ in
                let ends = (0..<2).map { _ in Int.random(in: 0..<Films.count, using: &generator) }
                return (Self.name(using: &generator), ends.min()!, ends.max()!)
            }
        )
        let bytes = try format.bytes(of: marks, in: film)
        #expect(try format.marks(from: bytes, in: film).marksTheSame(as: marks))
    }

    /// A name of what formats have other uses for.
    private static func name(using generator: inout SplitMix64) -> String {
        let letters = [
            "a", " ", ",", "\"", "=", ";", "#", "\\", "<", ">", "&", "-->", "&amp;", "é", "👩‍👩‍👧", "*",
            "/", "\n", "&nbsp", "[CHAPTER]", "NOTE", "0",
        ]
        return (0..<Int.random(in: 0..<8, using: &generator))
            .map { _ in letters.randomElement(using: &generator)! }.joined()
    }
}
