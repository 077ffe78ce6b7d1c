import Glibc
import TestSupport
import Testing

@testable import Server

@Suite("Tokens and links", .scratchDirectory)
struct AccessTokensTests {
    private static let token = String(repeating: "aB3-_", count: 9)

    @Test(
        arguments: [
            ("", .noToken(path: "f")), ("\n# x\n", .noToken(path: "f")),
            ("short", .badToken(path: "f", line: 1)),
            ("\n" + String(repeating: "x", count: 42), .badToken(path: "f", line: 2)),
            (String(repeating: "x", count: 50), .badToken(path: "f", line: 1)),
            (token + "\n" + String(repeating: "x", count: 42) + "=", .badToken(path: "f", line: 2)),
        ] as [(String, AccessError)]
    )
    func `a text that is not a token is refused`(_ text: String, _ error: AccessError) {
        #expect(throws: error) { try AccessTokens(text, from: "f") }
    }

    @Test func `a file that others may read is refused`() throws {
        let path = try Scratch.write(Array(Self.token.utf8), to: "tokens")
        for mode: mode_t in [0o640, 0o604, 0o620, 0o601] {
            chmod(path, mode)
            #expect(throws: AccessError.open(path: path)) { try AccessTokens(file: path) }
        }
        chmod(path, 0o600)
        #expect(try AccessTokens(file: path).admit(Self.token))
        #expect(throws: AccessError.self) { try AccessTokens(file: path + "none") }
        #expect(throws: AccessError.self) { try AccessTokens(file: Scratch.directory) }
    }

    @Test(arguments: [(0, true), (1, false), (100_000, false)] as [(Int, Bool)])
    func `a file that is too long is refused, and no token of it is lost`(
        _ further: Int,
        _ isTaken: Bool
    ) throws {
        let last = "\n" + Self.token
        let comment = String(
            repeating: "#",
            count: AccessTokens.fileLimit - last.utf8.count + further
        )
        let path = try Scratch.write(Array((comment + last).utf8), to: "tokens")
        chmod(path, 0o600)
        if isTaken {
            #expect(try AccessTokens(file: path).admit(Self.token))
        } else {
            #expect(throws: AccessError.tooLong(path: path)) { try AccessTokens(file: path) }
        }
    }

    @Test func `a link works once, and not after ten minutes`() {
        var invitations = Invitations()
        let now = ContinuousClock.now
        let path = invitations.make("a", at: now)
        _ = invitations.make("b", at: now)
        let taken = ["x", "a", "a"].map { invitations.take($0, at: now) }
        let late = invitations.take("b", at: now + .seconds(600))
        #expect(path == "/login/a" && taken == [false, true, false] && !late)
    }

    @Test func `of many links the newest work`() {
        var invitations = Invitations()
        let now = ContinuousClock.now
        for number in 0..<17 {
            _ = invitations.make("\(number)", at: now + .milliseconds(number))
        }
        let taken = ["0", "1", "16"].map { invitations.take($0, at: now + .seconds(1)) }
        #expect(taken == [false, true, true])
    }
}
