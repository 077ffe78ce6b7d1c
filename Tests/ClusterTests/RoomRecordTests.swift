import Basics
import Rooms
import TestSupport
import Testing

@testable import Cluster

@Suite("A record of a room's log", .fuzzed)
struct RoomRecordTests {
    private static let id = "0123456789abcdef"

    private static func profile(_ name: String, at place: RoomPlace?) -> RoomProfile {
        RoomProfile(id: id, name: name, colour: 3, follows: true, isHere: false, place: place)
    }

    static let known: [(RoomUpdate, String)] = [
        (
            .member(profile("Ada", at: RoomPlace(frame: 7, position: 0.25, isScrubbing: true))),
            "M 9 0123456789abcdef 3 1 0 7 0.25 1 Ada"
        ),
        (
            .member(profile("", at: RoomPlace(frame: nil, position: 1))),
            "M 9 0123456789abcdef 3 1 0 - 1.0 0 "
        ),
        (.member(profile(" שלום  x ", at: nil)), "M 9 0123456789abcdef 3 1 0 - - 0  שלום  x "),
        (.gone(id), "G 9 0123456789abcdef"),
        (.place(id, RoomPlace(frame: 0, position: 0)), "C 9 0123456789abcdef 0 0.0 0"),
        (.leader(id, epoch: 65536), "L 9 65536 0123456789abcdef"),
        (.leader(nil, epoch: 1), "L 9 1 "),
        (.marked(by: id), "E 9 0123456789abcdef"),
        (
            .playback(
                RoomPlayback(isPlaying: true, rate: -1.5, frame: 30, time: 1_700_000_000_000.25),
                by: id,
                epoch: 131_072
            ),
            "P 9 131072 0123456789abcdef 1 -1.5 30 1700000000000.25"
        ),
    ]

    @Test(arguments: known)
    func `is one line of words`(_ update: RoomUpdate, _ text: String) {
        #expect(RoomRecord(update, from: 9).text == text)
        #expect(RoomRecord(text) == RoomRecord(update, from: 9))
    }

    @Test(arguments: [
        "", "M", "X 9 \(id)", "E 9", "G \(id)", "G 70000 \(id)", "G 9 0123", "G 9 0123456789ABCDEF",
        "M 9 \(id) -1 1 0 7 0.25 1 Ada", "M 9 \(id) 3 2 0 7 0.25 1 Ada",
        "M 9 \(id) 3 1 0 -7 0.25 1 Ada", "M 9 \(id) 3 1 0 7 1.25 1 Ada",
        "M 9 \(id) 3 1 0 7 nan 1 Ada", "M 9 \(id) 3 1 0 x 0.5 1 Ada",
        "M 9 \(id) 3 1 0 7 0.25 1 " + String(repeating: "x", count: 257),
        "C 9 \(id) - - 0", "L 9 -1 ", "L 9 9007199254740993 ", "L 9 x ", "L 9 1 x",
        "P 9 1 \(id) 1 inf 30 5", "P 9 1 \(id) 1 0 30 5", "P 9 1 \(id) 1 65 30 5",
        "P 9 1 \(id) 1 1 -1 5", "P 9 1 \(id) 1 1 1",
        "G 9 \(id)" + String(repeating: "x", count: 2000),
    ])
    func `is nothing where a word is missing or out of its range`(_ text: String) {
        #expect(RoomRecord(text) == nil)
    }

    @Test(arguments: 0..<4)
    func `does no harm whatever stands in it`(stream: Int) {
        var chance = Fuzz.generator(UInt64(9300 + stream))
        for (_, text) in Self.known {
            for _ in 0..<100 * Fuzz.factor {
                var bytes = Array(text.utf8)
                let index = Int.random(in: 0..<bytes.count, using: &chance)
                bytes[index] = UInt8.random(in: 0...255, using: &chance)
                _ = RoomRecord(String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    @Test func `has a place in the log, which grows`() throws {
        let texts = ["1-0", "1-1", "1-10", "2-0", "10-0"]
        let ids = try texts.map { try #require(EntryID($0)) }
        #expect(ids == ids.sorted())
        for text in ["", "-", "1", "1-", "-1", "1-2-3", "x-1", "1-x", "99999999999999999999-0"] {
            #expect(EntryID(text) == nil)
        }
    }

    @Test(arguments: [RoomMedia(id: "abc", stream: nil), RoomMedia(id: "a-b_c", stream: 0)])
    func `is in a room whose media is a text`(_ media: RoomMedia) {
        #expect(RoomMedia(text: media.text) == media)
        for text in ["", "a", "a b", "a 1 2"] { #expect(RoomMedia(text: text) == nil) }
    }
}
