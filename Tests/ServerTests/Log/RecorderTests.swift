import Foundation
import System
import TestSupport
import Testing
import Wire

@testable import Scrubbing
@testable import Server

@Suite("Recording", .scratchDirectory)
struct RecorderTests {
    private let start = ContinuousClock.now
    private let messages = Mailbox<String> {}

    private func recorder(
        _ change: (inout RecordingSettings) -> Void = { _ in }
    ) throws -> Recorder {
        var settings = RecordingSettings(.folder("\(Scratch.directory)/traces"))
        change(&settings)
        return try Recorder(settings) { [messages] _, line in messages.post(line) }
    }

    private func send(
        _ text: String,
        to recorder: inout Recorder,
        on index: Int = 0,
        at ms: Int = 0
    ) {
        let now = start + .milliseconds(ms)
        recorder.record(Array(text.utf8), from: TestApplication.socket(index), at: now)
    }

    /// The traces' texts in the order of their names.
    private func traces(_ recorder: Recorder) throws -> [String] {
        recorder.finish()
        let folder = "\(Scratch.directory)/traces"
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map {
            try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
        }
    }

    private let open = #"{"type":"open","media":"m"}"#
    private func seek(_ seq: Int) -> String { #"{"type":"seek","seq":\#(seq),"to":{"frame":1}}"# }

    @Test func `writes each message with its time on a line`() throws {
        var recorder = try recorder()
        send(open, to: &recorder, at: 500)
        let seek = " {\n\"type\":\"seek\",\r\n \"seq\":1,\"to\":{\"frame\":2}}\n"
        send(seek, to: &recorder, at: 1000)
        let text = """
            {"at":0.0,"type":"open","media":"m"}
            {"at":500.0, "type":"seek",   "seq":1,"to":{"frame":2}} \n
            """
        #expect(try traces(recorder) == [text])
        let trace = try Trace(jsonLines: Array(text.utf8))
        #expect(trace.entries.last?.message == .seek(seq: 1, to: .frame(2)))
    }

    @Test func `writes a trace for each socket`() throws {
        var recorder = try recorder()
        for index in 0...1 { send(open, to: &recorder, on: index) }
        for seq in 1...4 { send(seek(seq), to: &recorder, on: seq % 2) }
        let texts = try traces(recorder)
        #expect(messages.drain().isEmpty)
        #expect(texts.map { $0.split(separator: "\n").count } == [3, 3])
        #expect(texts[0].contains(#""seq":2"#) && !texts[0].contains(#""seq":1"#))
    }

    @Test(arguments: [
        #"{"type":"open","media":"m","resume":"token"}"#,
        #"{"type":"seek","seq":1,"to":{"frame":1}}"#,
        "nonsense",
    ])
    func `starts with an open that starts a session`(first: String) throws {
        var recorder = try recorder()
        send(first, to: &recorder)
        send(seek(2), to: &recorder)
        #expect(try traces(recorder).isEmpty && recorder.messages == 0)
    }

    @Test func `leaves out what is not a message, and a second open`() throws {
        var recorder = try recorder()
        for text in [open, "{", #"{"type":"play"}"#, open, seek(1)] { send(text, to: &recorder) }
        let text = try #require(try traces(recorder).first)
        #expect(try Trace(jsonLines: Array(text.utf8)).entries.map(\.message.seq) == [nil, 1])
    }

    @Test func `ends with the socket`() throws {
        var recorder = try recorder()
        send(open, to: &recorder)
        let isAll = recorder.close(TestApplication.socket(0))
        send(seek(1), to: &recorder)
        recorder.finish()
        #expect(!isAll && recorder.messages == 1)
    }

    @Test func `is bounded in bytes and in traces`() throws {
        var recorder = try recorder { ($0.byteLimit, $0.traceLimit) = (100, 2) }
        for index in 0...3 { send(open, to: &recorder, on: index) }
        for seq in 1...9 { send(seek(seq), to: &recorder) }
        let texts = try traces(recorder)
        #expect(texts.count == 2 && texts.map(\.utf8.count).reduce(0, +) <= 100)
        for text in texts { _ = try Trace(jsonLines: Array(text.utf8)) }
        #expect(messages.drain().count == 1, "one is enough")
    }

    @Test func `leaves no gap where a short message would still fit`() throws {
        var recorder = try recorder { $0.byteLimit = 150 }
        send(open, to: &recorder)
        send(#"{"type":"configure"\#(String(repeating: " ", count: 99))}"#, to: &recorder)
        send(seek(1), to: &recorder)
        recorder.finish()
        #expect(recorder.messages == 1)
    }

    @Test func `may go to one file, which is new and is not left empty`() throws {
        let path = "\(Scratch.directory)/drag.jsonl"
        var recorder = try recorder { $0.place = .file(path) }
        #expect(throws: RecordingError.self) { try self.recorder { $0.place = .file(path) } }
        recorder.finish()
        #expect(!FileManager.default.fileExists(atPath: path))
        for index in 0...1 { send(open, to: &recorder, on: index) }
        send(seek(1), to: &recorder, on: 1)
        let isAll = [1, 0].map { recorder.close(TestApplication.socket($0)) }
        recorder.finish()
        #expect(isAll == [false, true] && recorder.messages == 1)
    }

    @Test func `is readable by its owner only`() throws {
        var recorder = try recorder()
        send(open, to: &recorder)
        recorder.finish()
        let folder = "\(Scratch.directory)/traces"
        let name = try #require(FileManager.default.contentsOfDirectory(atPath: folder).first)
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(name.wholeMatch(of: /[0-9]{8}T[0-9]{6}Z-1\.jsonl/) != nil)
    }

    @Test func `is off unless the operator asks for it`() throws {
        let server = try TestApplication()
        _ = try server.open(0, on: "vp9.webm")
        #expect(server.application.recordedMessages == 0)
    }

    @Test func `logs once that nothing can be written`() throws {
        var recorder = try recorder()
        try FileManager.default.removeItem(atPath: "\(Scratch.directory)/traces")
        send(open, to: &recorder)
        send(seek(1), to: &recorder)
        recorder.finish()
        #expect(messages.drain().count == 1)
    }
}
