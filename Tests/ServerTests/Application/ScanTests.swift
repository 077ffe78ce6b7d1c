import Basics
import Foundation
import System
import TestSupport
import Testing

@testable import Library
@testable import Server
@testable import Transport

@Suite("Scans of what clients have opened", .timeLimit(.minutes(2)), .scratchDirectory)
struct ScanTests {
    @Test func `a scan of media that is closed is cancelled`() throws {
        for number in 10..<76 { try Folder.write("media/\(number).mp4") }
        let server = try TestApplication(Folder.path())
        let library = server.application.library
        let keys = try library.files.map { try place($0, in: library) }
        let scans = keys.map { library.scan(of: $0) }
        server.application.ticked(at: .now)
        #expect(scans.map { $0?.isCancelled } == keys.indices.map { $0 < 2 })
        #expect(keys.filter { library.scan(of: $0) != nil } == Array(keys[2...]), "64 stay")
    }

    @Test func `what a request waits for stays`() throws {
        for number in 10..<76 { try Folder.write("media/\(number).mp4") }
        let server = try TestApplication(Folder.path())
        let library = server.application.library
        let entries = library.files
        let exchange = ExchangeID(connection: Slot(index: 0, generation: 0), number: 1)
        let request = Request(path: "/api/v1/media/\(entries[0].id)/index")
        server.application.received(request, on: exchange)
        try server.run { server.application.requests[exchange]?.clip != nil }
        for entry in entries { _ = try place(entry, in: library) }
        server.application.ticked(at: .now)
        let waiting = try #require(server.application.requests[exchange]?.clip)
        #expect(library.progress(of: waiting) != nil)
        #expect(library.scan(of: waiting)?.isCancelled == false)
    }

    @Test func `a scan that has ended is forgotten`() throws {
        let server = try TestApplication()
        _ = try server.open(0, on: "vp9.webm")
        let key = try #require(server.application.clients.clip(of: TestApplication.socket(0)))
        try server.run { server.application.library.scan(of: key) == nil }
    }

    private func place(
        _ entry: MediaLibrary.Entry,
        in library: LibraryService
    ) throws -> ClipKey {
        library.take(try entry.open(), of: entry, stream: nil).key
    }
}
