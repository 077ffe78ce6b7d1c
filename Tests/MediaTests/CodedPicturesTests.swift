import Testing

@testable import Media

/// What a stream's headers tell of its pictures.
@Suite struct CodedPicturesTests {
    @Test func `parameter sets of no bytes are passed over`() throws {
        // An avcC box with one sequence and one picture parameter set, both of length 0.
        let record: [UInt8] = [1, 100, 0, 30, 0xFF, 0xE1, 0, 0, 1, 0, 0]
        let sets = try #require(ParameterSets(record))
        #expect(sets.sequences == [[]] && sets.pictures == [[]])
        #expect(!CodedPictures(record).mayBeFields)
    }
}
