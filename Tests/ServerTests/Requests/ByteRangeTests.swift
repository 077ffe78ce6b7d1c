import Testing

@testable import Server

/// Oracle: RFC 9110, sections 14.1 and 14.2, and its examples for 10,000 bytes.
@Suite("Byte ranges")
struct ByteRangeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let field: String
        let range: Range<Int64>
        var testDescription: String { field }
    }

    static let parts = [
        Case(field: "bytes=0-499", range: 0..<500),
        Case(field: "bytes=500-999", range: 500..<1000),
        Case(field: "bytes=-500", range: 9500..<10_000),
        Case(field: "bytes=9500-", range: 9500..<10_000),
        Case(field: "bytes=0-0", range: 0..<1),
        Case(field: "bytes=-1", range: 9999..<10_000),
        Case(field: "bytes=0-", range: 0..<10_000),
        Case(field: "bytes=9999-9999", range: 9999..<10_000),
        Case(field: "bytes=9000-10000", range: 9000..<10_000),
        Case(field: "bytes=9000-99999999999999999999", range: 9000..<10_000),
        Case(field: "bytes=9000-9223372036854775807", range: 9000..<10_000),
        Case(field: "bytes=-10001", range: 0..<10_000),
        Case(field: "bytes=-99999999999999999999", range: 0..<10_000),
        Case(field: "bytes=007-009", range: 7..<10),
        Case(field: "Bytes=0-499", range: 0..<500),
    ]

    @Test(arguments: parts)
    func `a range that meets the file is a part of it`(_ example: Case) {
        #expect(ByteRange(example.field, length: 10_000) == .part(example.range))
    }

    @Test(arguments: [
        "bytes=10000-", "bytes=10000-10000", "bytes=10000-20000", "bytes=-0",
        "bytes=99999999999999999999-", "bytes=9223372036854775807-9223372036854775807",
    ])
    func `a range beyond the end cannot be satisfied`(_ field: String) {
        #expect(ByteRange(field, length: 10_000) == .unsatisfiable)
    }

    @Test(arguments: [
        nil, "", "bytes", "bytes=", "bytes=-", "bytes=--1", "bytes=5", "bytes=a-b", "bytes=1-2-3",
        "bytes=-1-2", "bytes=0x1-2", "bytes=+1-2", "bytes=1.0-2", "bytes= 1-2", "bytes=1 - 2",
        "bytes=500-499", "items=0-5", "0-5", "bytes 0-5", "bytes=0-5/10000",
        "bytes=0-1,5-6", "bytes=500-600,601-999", "bytes=0-0,-1", "bytes=,0-1",
    ])
    func `what is no range, another unit or several ranges is ignored`(_ field: String?) {
        #expect(ByteRange(field, length: 10_000) == .whole)
    }

    @Test(arguments: ["bytes=0-", "bytes=0-0", "bytes=-5", "bytes=-0", "bytes=7-"])
    func `an empty file has no parts`(_ field: String) {
        #expect(ByteRange(field, length: 0) == .whole)
    }
}
