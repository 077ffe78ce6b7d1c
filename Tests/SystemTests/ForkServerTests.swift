import System
import Testing

@Suite("A fork server", .timeLimit(.minutes(1)))
struct ForkServerTests {
    /// What a program says on the descriptor that it was passed.
    static func said(by server: ForkServer, _ words: [String]) throws -> String {
        let (ours, theirs) = try Descriptor.makePair()
        let socket = OwnedDescriptor(ours.number)
        let child = try server.start(words, passing: theirs)
        theirs.close()
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = try socket.descriptor.receive(into: &bytes, from: 0).count
        withExtendedLifetime(child) {}
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    @Test(arguments: [
        // It ends at once; it answers what is no number.
        ("/bin/sh", ["-c", "exit 0"]),
        ("/bin/sh", ["-c", "head -c 1 <&3 >&2; echo nothing >&3; sleep 9"]),
    ])
    func `the program is started where none can be had`(_ path: String, _ words: [String]) throws {
        let server = ForkServer(path, words)
        for _ in 0..<2 {
            let said = try Self.said(by: server, ["-c", "echo here >&3"])
            #expect(said == "here\n")
        }
    }

    @Test func `a program that is not there is an error`() throws {
        let server = ForkServer("/nowhere", [])
        #expect(throws: SystemFailure.self) { try Self.said(by: server, []) }
    }
}
