import ClipSupport
import Foundation
import TestSupport
import Testing
import Wire

@testable import Scrubbing
@testable import Server
@testable import Transport

@Suite("Sessions of an application that are resumed", .timeLimit(.minutes(2)))
struct ResumedSessionTests {
    @Test func `a session goes on over another socket`() throws {
        let server = try TestApplication()
        let token = try server.open(0, on: "vp9.webm").session
        server.say(#"{"type":"seek","seq":1,"to":{"frame":60}}"#, on: 0)
        server.application.closed(TestApplication.socket(0), .lost)
        let resumed = try server.open(1, on: "vp9.webm", resume: token)
        #expect(resumed.state.target.frame == 60)
        #expect(resumed.session != token)
        let again = try server.open(2, on: "vp9.webm", resume: token)
        #expect(again.state.target.frame == 0, "a token is good once")
    }

    @Test func `a session whose socket still looks open is taken over`() throws {
        let server = try TestApplication()
        let token = try server.open(0, on: "vp9.webm").session
        server.say(#"{"type":"seek","seq":1,"to":{"frame":60}}"#, on: 0)
        let resumed = try server.open(1, on: "vp9.webm", resume: token)
        #expect(resumed.state.target.frame == 60)
        #expect(server.session(0) == nil)
        server.say(#"{"type":"seek","seq":2,"to":{"frame":70}}"#, on: 0)
        server.application.closed(TestApplication.socket(0), .lost)
        #expect(server.session(1)?.scrub?.frame == 60, "the old socket has no say any more")
        let again = try server.open(2, on: "vp9.webm", resume: token)
        #expect(again.state.target.frame == 0, "a token is good once")
    }

    @Test func `a token takes nothing over for another media, or when it is wrong`() throws {
        let server = try TestApplication()
        let token = try server.open(0, on: "vp9.webm").session
        _ = try server.open(1, on: "hevc.mp4", resume: token)
        _ = try server.open(2, on: "vp9.webm", resume: token + "x")
        #expect((0...2).map { server.session($0)?.scrub != nil } == [true, true, true])
    }

    @Test(.scratchDirectory) func `on a file that has been replaced it starts anew`() throws {
        try Folder.write("media/a.webm")
        try Folder.replace("media/a.webm", by: Sample.vp9)
        let server = try TestApplication(Folder.path())
        let token = try server.open(0, on: "a.webm").session
        server.say(#"{"type":"seek","seq":1,"to":{"frame":60}}"#, on: 0)
        server.application.closed(TestApplication.socket(0), .lost)
        try Folder.replace("media/a.webm", by: .hevc)
        let opened = try server.open(1, on: "a.webm", resume: token)
        #expect(opened.media.codec == "hevc")
        #expect(opened.state.target.frame == 0)
    }
}

extension Folder {
    /// Puts a copy of a sample in the place of a file.
    fileprivate static func replace(_ name: String, by sample: TestSupport.Sample) throws {
        try remove(name)
        try FileManager.default.copyItem(atPath: sample.path, toPath: path(name))
    }
}
