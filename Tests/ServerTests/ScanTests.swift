import TestSupport
import Testing

@testable import Server

@Suite("Scans of what clients have opened", .timeLimit(.minutes(2)), .scratchDirectory)
struct ScanTests {
    @Test func `what leaves the shelf is not scanned any longer`() throws {
        for number in 10..<76 { try Folder.write("media/\(number).mp4") }
        let house = try House(Folder.path())
        let entries = house.application.library.listing
        let keys = try entries.map { try house.application.place($0) }
        let scans = house.application.scans
        #expect(Set(scans.keys) == Set(keys))
        house.application.ticked(at: .now)
        #expect(
            keys.map { scans[$0]?.cancellation.isCancelled == true } == keys.indices.map { $0 < 2 }
        )
        #expect(Set(house.application.scans.keys) == Set(keys[2...]), "64 stay")
    }

    @Test func `what a request waits for stays`() throws {
        for number in 10..<76 { try Folder.write("media/\(number).mp4") }
        let house = try House(Folder.path())
        let entries = house.application.library.listing
        let exchange = ExchangeID(connection: Slot(index: 0, generation: 0), number: 1)
        let request = Request(path: "/api/v1/media/\(entries[0].id)/index")
        house.application.received(request, on: exchange)
        for entry in entries { _ = try house.application.place(entry) }
        house.application.ticked(at: .now)
        let waiting = try #require(house.application.requests[exchange]?.clip)
        #expect(house.application.shelf.progress(of: waiting) != nil)
        #expect(house.application.scans[waiting]?.cancellation.isCancelled == false)
    }

    @Test func `a scan that has ended is forgotten`() throws {
        let house = try House()
        _ = try house.open(0, on: "vp9.webm")
        let deadline = ContinuousClock.now + .seconds(30)
        while !house.application.scans.isEmpty, ContinuousClock.now < deadline {
            house.application.woken()
        }
        #expect(house.application.scans.isEmpty)
    }
}
