import ScrubModel
import Testing
import Wire

@Suite("Server messages")
struct ServerMessageTests {
    static let target = TargetDescription(
        frame: 250,
        pts: 128_000,
        time: 10,
        timecode: "00:00:10:00",
        key: false,
        keyframe: .init(frame: nil, pts: -512, time: -0.04),
        exact: true
    )
    static let targetJSON = #"""
        {"exact":true,"frame":250,"key":false,"keyframe":{"frame":null,"pts":-512,"time":-0.04},\#
        "pts":128000,"time":10,"timecode":"00:00:10:00"}
        """#

    /// A frame whose number is not known yet.
    static let unknown: TargetDescription = {
        var target = Self.target
        (target.frame, target.exact) = (nil, false)
        return target
    }()
    static let unknownJSON = #"""
        {"exact":false,"frame":null,"key":false,"keyframe":{"frame":null,"pts":-512,"time":-0.04},\#
        "pts":128000,"time":10,"timecode":"00:00:10:00"}
        """#

    static let idle = StateMessage(
        seq: 0,
        phase: .idle,
        position: 0,
        raw: 0,
        gain: 1,
        target: target
    )
    static let idleFields = #"""
        "framesPerUnit":null,"gain":1,"phase":"idle","position":0,"raw":0,\#
        "secondsPerUnit":null,"seq":0,"target":\#(targetJSON)
        """#

    static let media: MediaDescription = {
        var media = MediaDescription(
            id: "a1",
            name: "Trees.mp4",
            version: "0123456789abcdef",
            kind: .video,
            container: "mov",
            codec: "h264",
            timebase: Ratio(1, 12_800),
            index: .init(state: .scanning, progress: 0.5)
        )
        (media.duration, media.first, media.end, media.frames, media.keyframes) = (20, 0, 9, 8, 7)
        (media.frameRate, media.width, media.height) = (Ratio(30_000, 1001), 1920, 1080)
        (media.rotation, media.sar) = (90, Ratio(4, 3))
        media.chapters = [.init(title: "One/Two", frame: 3, time: 0.1, position: 1 / 3)]
        media.framesOnTrack = 9
        media.stream = 1
        media.streams = [
            .init(number: 0, kind: "audio", codec: "aac", isDefault: true),
            .init(number: 1, kind: "video", codec: "h264", size: (8, 6), frameRate: Ratio(25, 1)),
        ]
        media.durations = .init(container: 20.5, estimate: nil, scan: 20, used: .scan)
        return media
    }()
    static let mediaJSON = #"""
        {"chapters":[{"frame":3,"position":0.3333333333333333,"time":0.1,"title":"One/Two"}],\#
        "codec":"h264","container":"mov","cover":false,"duration":20,\#
        "durations":{"container":20.5,"estimate":null,"scan":20,"used":"scan"},"end":9,"first":0,\#
        "frameRate":[30000,1001],"frames":8,"framesOnTrack":9,"height":1080,"id":"a1",\#
        "index":{"progress":0.5,"state":"scanning"},"keyframes":7,"kind":"video",\#
        "name":"Trees.mp4","rotation":90,"sar":[4,3],"stream":1,"streams":[\#
        {"attachedPicture":false,"codec":"aac","default":true,"frameRate":null,"height":0,\#
        "kind":"audio","number":0,"width":0},\#
        {"attachedPicture":false,"codec":"h264","default":false,"frameRate":[25,1],"height":6,\#
        "kind":"video","number":1,"width":8}],"timebase":[1,12800],"timecode":null,\#
        "version":"0123456789abcdef","width":1920}
        """#

    /// The default configuration of `protocol.md` section 3.
    static let defaultsJSON = #"""
        {"law":{"falloff":10000,"floor":0.01,"kind":"quadratic"},"overshoot":"accumulate",\#
        "press":"hold","preview":null,"snap":{"to":"none","when":"live"}}
        """#

    struct Example: Sendable, CustomTestStringConvertible {
        let message: ServerMessage
        let json: String
        var testDescription: String { String(json.suffix(40)) }

        init(_ message: ServerMessage, _ json: String) {
            (self.message, self.json) = (message, json)
        }
    }

    static func configured(
        _ json: String,
        preview: PreviewRequest? = nil,
        _ change: (inout Configuration) -> Void
    ) -> Example {
        var configuration = Configuration()
        change(&configuration)
        let description = ConfigurationDescription(configuration, preview: preview)
        return Example(
            .configured(.init(configuration: description)),
            #"{"configuration":\#(json),"type":"configured"}"#
        )
    }

    @Test(arguments: [
        Example(
            .opened(.init(session: "s", media: media, configuration: .init(.init()), state: idle)),
            #"""
            {"configuration":\#(defaultsJSON),"media":\#(mediaJSON),"session":"s",\#
            "state":{\#(idleFields)},"type":"opened"}
            """#
        ),
        configured(defaultsJSON) { _ in },
        configured(
            #"""
            {"law":{"kind":"flat"},"overshoot":"clamp","press":"jump",\#
            "preview":{"quality":80,"width":320},\#
            "snap":{"step":0.1,"to":"step","when":"live"}}
            """#,
            preview: PreviewRequest(width: 320)
        ) {
            $0.law = .flat
            $0.snap = Snap(stops: .step(0.1))
            $0.overshoot = .clamp
            $0.press = .jump
        },
        configured(
            #"""
            {"law":{"falloff":4.5,"floor":1,"kind":"quadratic"},"overshoot":"accumulate",\#
            "press":"hold","preview":null,"snap":{"count":8,"to":"count","when":"release"}}
            """#
        ) {
            $0.law = .quadratic(falloff: 4.5, floor: 1.0)
            $0.snap = Snap(stops: .count(8), timing: .release)
        },
        Example(.state(idle), #"{\#(idleFields),"type":"state"}"#),
        Example(
            .state(
                StateMessage(
                    seq: .max,
                    phase: .scrubbing,
                    position: 0.1 + 0.2,
                    raw: 1e-7,
                    gain: 0.75,
                    secondsPerUnit: 0.05,
                    framesPerUnit: 1.25,
                    stop: 3,
                    target: target
                )
            ),
            #"""
            {"framesPerUnit":1.25,"gain":0.75,"phase":"scrubbing",\#
            "position":0.30000000000000004,"raw":1e-07,"secondsPerUnit":0.05,"seq":4294967295,\#
            "stop":3,"target":\#(targetJSON),"type":"state"}
            """#
        ),
        Example(
            .state(
                .init(seq: 0, phase: .idle, position: 0, raw: 0, gain: 1, target: unknown)
            ),
            #"""
            {"framesPerUnit":null,"gain":1,"phase":"idle","position":0,"raw":0,\#
            "secondsPerUnit":null,"seq":0,"target":\#(unknownJSON),"type":"state"}
            """#
        ),
        Example(
            .index(
                .init(
                    state: .complete,
                    progress: 1,
                    frames: 500,
                    framesOnTrack: 520,
                    keyframes: 2,
                    end: 256_000,
                    version: "0123456789abcdef"
                )
            ),
            #"""
            {"end":256000,"frames":500,"framesOnTrack":520,"keyframes":2,"progress":1,"state":"complete",\#
            "type":"index","version":"0123456789abcdef"}
            """#
        ),
        Example(
            .index(
                .init(
                    state: .scanning,
                    progress: 0.25,
                    reason: .timesStepBack,
                    frames: 0,
                    keyframes: 0,
                    end: 0,
                    version: "0123456789abcdef"
                )
            ),
            #"""
            {"end":0,"frames":0,"framesOnTrack":0,"keyframes":0,"progress":0.25,\#
            "reason":"times-step-back","state":"scanning","type":"index","version":"0123456789abcdef"}
            """#
        ),
        Example(
            .confirmed(.init(gesture: 4, action: "cut")),
            #"{"action":"cut","gesture":4,"type":"confirmed"}"#
        ),
        Example(
            .declined(.init(gesture: 4, action: "cut")),
            #"{"action":"cut","gesture":4,"type":"declined"}"#
        ),
        Example(
            .error(.init(code: .notOpen, message: "say \"open\" first")),
            #"{"code":"not-open","message":"say \"open\" first","type":"error"}"#
        ),
        Example(
            .error(.init(.invalidMessage(reason: "x: no", seq: 3))),
            #"{"code":"invalid-message","message":"x: no","seq":3,"type":"error"}"#
        ),
    ])
    func `go over the wire and back`(_ example: Example) throws {
        let json = example.message.json()
        #expect(String(decoding: json, as: UTF8.self) == example.json)
        #expect(try ServerMessage(json: json) == example.message)
    }

    @Test(
        arguments: [
            ("[", .invalidJSON), ("[]", .invalidMessage), (#"{"type":"later"}"#, .invalidMessage),
            (#"{"type":"state","seq":1}"#, .invalidMessage),
            (#"{"type":"configured","configuration":{"law":7}}"#, .invalidConfiguration),
        ] as [(String, ErrorCode)]
    )
    func `are checked by a client`(json: String, code: ErrorCode) {
        let error = #expect(throws: WireError.self) { try ServerMessage(json: Array(json.utf8)) }
        #expect(error?.code == code)
    }

    @Test func `tell what the scrubber says`() {
        var configuration = Configuration()
        configuration.snap = Snap(stops: .count(4))
        var scrubber = Scrubber(configuration: configuration)
        _ = scrubber.begin(x: 0, y: 0, extent: 400)
        scrubber.move(x: 90, y: 50)
        let state = StateMessage(
            seq: 2,
            scrubber: scrubber,
            secondsPerTrack: 20,
            framesPerTrack: 500,
            target: Self.target
        )
        #expect(state.phase == .scrubbing && state.seq == 2 && state.stop == 1)
        #expect(state.position == 0.25 && state.raw == 0.225 && state.gain == 0.75)
        #expect(state.secondsPerUnit == 0.0375 && state.framesPerUnit == 0.9375)
    }

    @Test func `never hold a number that is none`() {
        var scrubber = Scrubber()
        _ = scrubber.begin(x: 0, y: 0, extent: .leastNonzeroMagnitude)
        let state = StateMessage(
            seq: 0,
            scrubber: scrubber,
            secondsPerTrack: 20,
            framesPerTrack: 500,
            target: Self.target
        )
        #expect(state.secondsPerUnit == nil && state.framesPerUnit == nil)
    }

    @Test func `do not stop the server over a number that is none`() {
        var state = Self.idle
        state.gain = .nan
        #expect(String(decoding: ServerMessage.state(state).json(), as: UTF8.self).contains("NaN"))
    }
}
