import Foundation
import TestSupport
import Testing
import Wire

@testable import Server

@Suite("Recording", .scratchDirectory)
struct RecorderTests {
    private let start = ContinuousClock.now
    private let complaints = Mailbox<String> {}

    private func recorder(
        _ change: (inout RecordingSettings) -> Void = { _ in }
    ) throws -> Recorder {
        var settings = RecordingSettings(.folder("\(Scratch.directory)/traces"))
        change(&settings)
        return try Recorder(settings) { [complaints] _, line in complaints.post(line) }
    }

    private func say(_ text: String, to recorder: inout Recorder, on index: Int = 0, at ms: Int = 0)
    {
        let now = start + .milliseconds(ms)
        recorder.hear(Array(text.utf8), from: House.socket(index), at: now)
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

    @Test func `keeps what was said, with its moment, on a line each`() throws {
        var recorder = try recorder()
        say(open, to: &recorder, at: 500)
        say(" {\n\"type\":\"seek\",\r\n \"seq\":1,\"to\":{\"frame\":2}}\n", to: &recorder, at: 1000)
        let text = """
            {"at":0.0,"type":"open","media":"m"}
            {"at":500.0, "type":"seek",   "seq":1,"to":{"frame":2}} \n
            """
        #expect(try traces(recorder) == [text])
        let trace = try Trace(jsonLines: Array(text.utf8))
        #expect(trace.entries.last?.message == .seek(seq: 1, to: .frame(2)))
    }

    @Test func `keeps each socket's words apart`() throws {
        var recorder = try recorder()
        for index in 0...1 { say(open, to: &recorder, on: index) }
        for seq in 1...4 { say(seek(seq), to: &recorder, on: seq % 2) }
        let texts = try traces(recorder)
        #expect(complaints.drain().isEmpty)
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
        say(first, to: &recorder)
        say(seek(2), to: &recorder)
        #expect(try traces(recorder).isEmpty && recorder.messages == 0)
    }

    @Test func `leaves out what is no message, and a second open`() throws {
        var recorder = try recorder()
        for text in [open, "{", #"{"type":"play"}"#, open, seek(1)] { say(text, to: &recorder) }
        let text = try #require(try traces(recorder).first)
        #expect(try Trace(jsonLines: Array(text.utf8)).entries.map(\.message.seq) == [nil, 1])
    }

    @Test func `ends with the socket`() throws {
        var recorder = try recorder()
        say(open, to: &recorder)
        let isAll = recorder.close(House.socket(0))
        say(seek(1), to: &recorder)
        recorder.finish()
        #expect(!isAll && recorder.messages == 1)
    }

    @Test func `is bounded in bytes and in traces`() throws {
        var recorder = try recorder { ($0.byteLimit, $0.traceLimit) = (100, 2) }
        for index in 0...3 { say(open, to: &recorder, on: index) }
        for seq in 1...9 { say(seek(seq), to: &recorder) }
        let texts = try traces(recorder)
        #expect(texts.count == 2 && texts.map(\.utf8.count).reduce(0, +) <= 100)
        for text in texts { _ = try Trace(jsonLines: Array(text.utf8)) }
        #expect(complaints.drain().count == 1, "one is enough")
    }

    @Test func `leaves no gap where a short message would still fit`() throws {
        var recorder = try recorder { $0.byteLimit = 150 }
        say(open, to: &recorder)
        say(#"{"type":"configure"\#(String(repeating: " ", count: 99))}"#, to: &recorder)
        say(seek(1), to: &recorder)
        recorder.finish()
        #expect(recorder.messages == 1)
    }

    @Test func `may go to one file, which is new and is not left empty`() throws {
        let path = "\(Scratch.directory)/hand.jsonl"
        var recorder = try recorder { $0.place = .file(path) }
        #expect(throws: RecordingError.self) { try self.recorder { $0.place = .file(path) } }
        recorder.finish()
        #expect(!FileManager.default.fileExists(atPath: path))
        for index in 0...1 { say(open, to: &recorder, on: index) }
        say(seek(1), to: &recorder, on: 1)
        let isAll = [1, 0].map { recorder.close(House.socket($0)) }
        recorder.finish()
        #expect(isAll == [false, true] && recorder.messages == 1)
    }

    @Test func `is nobody's but the operator's`() throws {
        var recorder = try recorder()
        say(open, to: &recorder)
        recorder.finish()
        let folder = "\(Scratch.directory)/traces"
        let name = try #require(FileManager.default.contentsOfDirectory(atPath: folder).first)
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(name.wholeMatch(of: /[0-9]{8}T[0-9]{6}Z-1\.jsonl/) != nil)
    }

    @Test func `is not done unless it is asked for`() throws {
        let house = try House()
        _ = try house.open(0, on: "vp9.webm")
        #expect(house.application.recorder == nil && house.application.recordedMessages == 0)
    }

    @Test func `says once that nothing can be written`() throws {
        var recorder = try recorder()
        try FileManager.default.removeItem(atPath: "\(Scratch.directory)/traces")
        say(open, to: &recorder)
        say(seek(1), to: &recorder)
        recorder.finish()
        #expect(complaints.drain().count == 1)
    }
}
