import Library
import Media
import Scrubbing
import Testing
import Wire

@testable import Server
@testable import Transport
@testable import vernier

@Suite("How the program ends")
struct FailureTests {
    /// The numbers of `sysexits.h`, written out.
    @Test(
        arguments: [
            (.cannotOpen(file: "f", reason: "r"), 66), (.notAFile(file: "f"), 66),
            (.empty(file: "f"), 65), (.refused(file: "f"), 65), (.noStreams(file: "f"), 65),
            (.noSuchStream(file: "f", stream: 9), 64), (.noFrames(file: "f"), 65),
            (.noDecoder(file: "f", codec: "c"), 65), (.unsuitable(file: "f", reason: "r"), 65),
            (.noSuchFrame(file: "f", frame: 9, count: 3), 64),
            (.undecodable(file: "f", frame: 1), 65), (.noPictures(file: "f"), 65),
            (.cannotEncode(file: "f", reason: "r"), 65),
            (.cannotClear(folder: "f", reason: "r"), 73), (.cancelled(file: "f"), 70),
        ] as [(MediaError, Int32)]
    )
    func `a media that fails`(_ error: MediaError, _ code: Int32) {
        let failure = Failure(error)
        #expect(failure.code.rawValue == code)
        #expect(failure.message.hasPrefix("f: "), "it names the file")
    }

    @Test(
        arguments: [
            (.cannotListen(.network(host: "h", port: 1), reason: .addressInUse), 69),
            (.cannotListen(.network(host: "h", port: 1), reason: .notPermitted), 69),
            (.cannotListen(.file(path: "p", mode: 0), reason: .pathInUse), 69),
            (.cannotConnect(url: "u", reason: "r"), 69), (.closed, 69), (.invalidURL("u"), 64),
            (.cannotStart(reason: "r"), 70),
        ] as [(TransportError, Int32)]
    )
    func `a network that fails`(_ error: TransportError, _ code: Int32) {
        #expect(Failure(error).code.rawValue == code)
    }

    @Test func `a port in use leads to the option that chooses another`() {
        let address = ListenAddress.network(host: "h", port: 1)
        let taken = TransportError.cannotListen(address, reason: .addressInUse)
        #expect(Failure(taken).message.hasSuffix("choose another port with --port"))
        let denied = TransportError.cannotListen(address, reason: .notPermitted)
        #expect(!Failure(denied).message.contains("--port"))
    }

    @Test(arguments: [
        (UsageError("what?"), "what?\ntry “vernier --help”"),
        (UsageError("what?", command: "seek"), "what?\ntry “vernier seek --help”"),
    ])
    func `a wrong call leads to the help`(_ error: UsageError, _ message: String) {
        #expect(Failure(error) == Failure(.usage, message))
        #expect(Failure(error).code.rawValue == 64)
    }

    @Test(
        arguments: [
            (.cannotRead(path: "f", reason: "r"), 66), (.open(path: "f"), 65),
            (.badToken(path: "f", line: 2), 65), (.noToken(path: "f"), 65),
            (.tooLong(path: "f"), 65),
        ] as [(AccessError, Int32)]
    )
    func `a file of tokens that fails`(_ error: AccessError, _ code: Int32) {
        let failure = Failure(error)
        #expect(failure.code.rawValue == code)
        #expect(failure.message.hasPrefix("f"), "it names the file")
    }

    @Test func `everything else has a code too`() {
        struct Unheard: Error {}
        let names = LibraryError.cannotOpen(path: "p", reason: "r")
        #expect(Failure(names).code.rawValue == 66)
        #expect(Failure(PageError.noPage("p")).code.rawValue == 66)
        #expect(Failure(SessionError(.invalidMessage, "m")) == Failure(.usage, "m"))
        #expect(Failure(WireError.invalidMessage(reason: "r", seq: nil)).code.rawValue == 65)
        #expect(Failure(Unheard()).code.rawValue == 70)
        #expect(Failure(Failure(.cannotCreate, "m")) == Failure(.cannotCreate, "m"))
        #expect(ExitCode.success.rawValue == 0)
        #expect(ExitCode.cannotCreate.rawValue == 73)
    }
}
