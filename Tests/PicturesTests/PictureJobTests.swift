import Basics
import ClipSupport
import Media
import System
import Testing

@testable import Pictures

@Suite("A pointer and the decoder on its way to it")
struct PointerFrameTests {
    /// A decoder at `decoder`, on its way to `target`, and where the pointer has gone since.
    @Test(arguments: [
        (target: 100, pointer: 100, decoder: 100, isMet: false), (100, 100, 0, false),
        (100, 99, 98, false), (100, 99, 99, true), (100, 99, 100, true),
        (100, 40, 39, false), (100, 40, 40, true), (100, 0, 0, true),
        (100, 101, 101, false), (100, 300, 100, false),
    ])
    func `they have met once the decoder has come to where the pointer went back to`(
        _ example: (target: Int, pointer: Int, decoder: Int, isMet: Bool)
    ) {
        let pointer = PointerFrame(on: example.target)
        pointer.move(to: example.pointer)
        #expect(pointer.isMet(at: example.decoder, towards: example.target) == example.isMet)
    }

    @Test func `the newest place counts`() {
        let pointer = PointerFrame(on: 100)
        pointer.move(to: 10)
        pointer.move(to: 90)
        #expect(!pointer.isMet(at: 50, towards: 100))
        pointer.move(to: 10)
        #expect(pointer.isMet(at: 50, towards: 100))
    }

    /// A pointer that has gone back by `distance` frames since a picture was requested for it.
    @Test(arguments: [
        (PreviewSelection.all, 24, false), (.all, 25, true), (.last, 25, false),
        (.some([]), 90, false),
    ])
    func `a pointer that is slow no longer does without every single picture`(
        _ pictures: PreviewSelection,
        _ distance: Int,
        _ isDone: Bool
    ) throws {
        let socket = SocketID(connection: Slot(index: 0, generation: 0))
        let jobs = try [.socket(socket), .prefetch(socket, .within)].map {
            try PictureJob(100, of: .unread(), PreviewFormat(width: 64), pictures, for: $0)
        }
        for job in jobs { job.pointer.move(to: 100 - distance) }
        #expect(jobs.map { $0.isDone(at: 0) } == [isDone, false])
    }

    @Test func `a job is done when it is cancelled or its pointer is met`() throws {
        let job = try PictureJob(100, of: .unread())
        #expect(!job.isDone(at: 50))
        job.pointer.move(to: 50)
        #expect(!job.isDone(at: 49))
        #expect(job.isDone(at: 50))
        job.pointer.move(to: 100)
        #expect(!job.isDone(at: 50))
        job.cancellation.cancel()
        #expect(job.isDone(at: 0))
    }
}
