import Foundation
import System
import TestSupport
import Testing
import Timeline

@testable import Media
@testable import MediaWorkers
@testable import System

@Suite("A descriptor that comes with a message", .scratchDirectory, .timeLimit(.minutes(2)))
struct WorkerDescriptorTests {
    /// Requests that are wrong, that need no descriptor, or that fail over the file they get.
    private static let requests: [(name: String, bytes: [UInt8])] = [
        ("nothing", []), ("an unknown request", [99]), ("half a request", [0, 1]),
        ("a request and more", WorkerRequest.finish.bytes + [0]),
        ("stop", WorkerRequest.stop.bytes), ("proceed", WorkerRequest.proceed(true).bytes),
        ("make", WorkerRequest.make(PreviewFormat(width: 9)).bytes),
        ("close", WorkerRequest.close(reader: 1).bytes),
        ("a reader that is none", WorkerRequest.distance(reader: 9, frame: 0, .alone).bytes),
        ("no scan to finish", WorkerRequest.finish.bytes),
        ("no cut to write", WorkerRequest.writeCut.bytes),
        ("a scan of no media", WorkerRequest.scan(name: "sent", stream: nil, after: nil).bytes),
    ]

    @Test(arguments: 0..<requests.count)
    func `is closed by the worker, whatever is asked`(_ number: Int) throws {
        let path = try Scratch.write([1, 2, 3], to: "sent")
        let file = try OpenFile(path: path)
        let (ours, theirs) = try Descriptor.makePair()
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            Self.serve(theirs)
            ended.signal()
        }
        let handed = try file.makeWorkerDescriptor()
        try Self.say(Self.requests[number].bytes, with: handed.descriptor, over: ours)
        _ = consume handed
        #expect(ended.wait(timeout: .now() + 60) == .success)
        #expect(try Self.open(path) == 1, "\(Self.requests[number].name)")
        #expect(file.size == 3, "the sender's own is still open")
    }

    @Test func `is closed by the server, however many a compromised worker sends`() throws {
        let path = try Scratch.write([1, 2, 3], to: "sent")
        let script = """
            import os, socket
            channel, file = socket.socket(fileno=3), os.open('\(path)', os.O_RDONLY)
            for byte in b'\\2\\0\\0\\0\\1\\0' + b'\\1\\0\\0\\0\\115':
                socket.send_fds(channel, [bytes([byte])], [file] * 5)
            channel.recv(9)
            """
        let pool = WorkerPool(.process(path: "/usr/bin/python3", words: ["-c", script]))
        let error = #expect(throws: MediaError.self) { try CompromisedWorkerTests.scan(pool) }
        #expect("\(error!)".contains("answered what cannot be"))
        #expect(try Self.open(path) == 0)
    }

    private static func serve(_ descriptor: Descriptor) {
        WorkerLoop(owning: descriptor).run(lacking: [])
    }

    /// Sends a request, and waits until the worker has dealt with it.
    private static func say(
        _ bytes: [UInt8],
        with file: Descriptor,
        over descriptor: Descriptor
    ) throws {
        let channel = WorkerChannel(OwnedDescriptor(descriptor.number))
        _ = try channel.receive()
        try channel.send(bytes, with: file)
        // Not every request has an answer, but this one does, if the worker still serves any.
        try? channel.send(WorkerRequest.close(reader: 0).bytes)
        _ = try? channel.receive().bytes
    }

    /// How many descriptors of this process lead to a file.
    private static func open(_ path: String) throws -> Int {
        let manager = FileManager.default
        return try manager.contentsOfDirectory(atPath: "/proc/self/fd").count { number in
            (try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")) == path
        }
    }
}
