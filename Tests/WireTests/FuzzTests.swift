import Basics
import ScrubModel
import TestSupport
import Testing
import Wire

@Suite("Fuzz", .fuzzed, .timeLimit(.minutes(30)))
struct FuzzTests {
    static let messages = [
        #"{"type":"open","seq":3,"media":"ä","resume":"r","preview":{"width":320,"quality":70}}"#,
        #"{"type":"configure","law":{"kind":"quadratic","falloff":9000,"floor":0.5},"press":"jump"}"#,
        #"{"type":"configure","law":{"kind":"tiered","tiers":[[0,1],[9,0.5]],"hysteresis":3}}"#,
        #"{"type":"configure","law":{"kind":"geometric","from":2,"reach":9,"floor":"frame"}}"#,
        #"{"type":"configure","snap":{"to":"step","step":0.1,"when":"live"},"preview":null}"#,
        #"{"type":"configure","snap":{"to":"count","count":8,"when":"release"},"overshoot":"clamp"}"#,
        #"{"type":"configure","snap":{"to":"stops","stops":[0,0.25,1]}}"#,
        #"{"type":"configure","snap":{"to":"keyframe","rule":"after"}}"#,
        #"{"type":"begin","gesture":1,"control":"bar","x":10,"y":-2.5,"extent":400}"#,
        #"{"type":"begin","gesture":1,"control":"dial","turn":{"frames":25},"x":1,"y":2}"#,
        #"{"type":"begin","gesture":1,"control":"confirm","action":"a","x":1,"y":2,"extent":4}"#,
        #"{"type":"move","gesture":1,"seq":2,"samples":[[16.7,1,2],[17.7,3,4.5],[18,9,9]]}"#,
        #"{"type":"seek","seq":7,"to":{"position":0.25}}"#,
        #"{"type":"seek","seq":7,"to":{"frame":12}}"#,
        #"{"type":"seek","seq":7,"to":{"keyframe":"next"}}"#,
        #"{"type":"end","gesture":1,"seq":9}"#,
        #"{"type":"painted","seq":5}"#,
        #"{"type":"marks","seq":5,"version":2,"edit":{"add":{"name":"é","first":1,"last":2}}}"#,
        #"{"type":"export","seq":5,"cut":{"first":1,"last":2,"mode":"smart","name":"a.mp4"}}"#,
        #"{"type":"export","seq":5,"start":3}"#,
    ]

    /// Pieces that have broken other readers.
    static let pieces = [
        "1e999", "-0", "1e-400", "NaN", "null", "true", "[]", "{}", "[[", "]]", "{\"a\":",
        "\\u0000",
        "\\ud800", "\\", "\"", ",", ":", "-", "18446744073709551616", "4294967296", "0.1", "-1",
        "e",
        "\u{FEFF}", "\u{2028}", "65", "\"type\":\"move\"", "\"extent\":0", "\"to\":{\"undo\":true}",
    ]

    @Test func `4,000 damaged messages never crash, and what is read is within limits`() {
        var generator = Fuzz.generator(2)
        var accepted = 0
        for round in 0..<4000 * Fuzz.factor {
            var bytes = Array(Self.messages[round % Self.messages.count].utf8)
            for _ in 0..<Int.random(in: 1...2, using: &generator) {
                Self.damage(&bytes, using: &generator)
            }
            guard let message = try? ClientMessage(json: bytes) else { continue }
            accepted += 1
            #expect(Self.isWithinLimits(message), "\(String(decoding: bytes, as: UTF8.self))")
        }
        let share = accepted / Fuzz.factor
        #expect((100...3000).contains(share), "the damage is too much or too little: \(share)")
    }

    @Test func `5,000 damaged answers never crash, and what is read is what it would be sent as`()
        throws
    {
        var generator = Fuzz.generator(3)
        let json = ServerMessage.state(ServerMessageTests.idle).json()
        var accepted = 0
        for _ in 0..<5000 * Fuzz.factor {
            var bytes = json
            Self.damage(&bytes, using: &generator)
            guard let message = try? ServerMessage(json: bytes) else { continue }
            accepted += 1
            #expect(
                try ServerMessage(json: message.json()) == message,
                "\(String(decoding: bytes, as: UTF8.self))"
            )
        }
        let share = accepted / Fuzz.factor
        #expect((250...4750).contains(share), "the damage is too much or too little: \(share)")
    }

    @Test func `5,000 damaged headers never crash, and what is read is what was sent`() {
        var generator = Fuzz.generator(4)
        var accepted = 0
        for _ in 0..<5000 * Fuzz.factor {
            var bytes = PreviewHeaderTests.bytes + [0xFF, 0xD8]
            Self.damage(&bytes, using: &generator)
            guard let header = try? PreviewHeader(bytes: bytes) else { continue }
            accepted += 1
            // Two bytes are reserved, and readers ignore them.
            bytes.replaceSubrange(10..<12, with: [0, 0])
            #expect(bytes.starts(with: header.bytes), "\(bytes)")
        }
        let share = accepted / Fuzz.factor
        #expect((250...4750).contains(share), "the damage is too much or too little: \(share)")
    }

    @Test func `5,000 damaged traces never crash, and what is read is in the order of its time`() {
        var generator = Fuzz.generator(5)
        let whole = Array(TraceTests.lines.joined(separator: "\n").utf8)
        var accepted = 0
        for _ in 0..<5000 * Fuzz.factor {
            var bytes = whole
            Self.damage(&bytes, using: &generator)
            guard let entries = try? Trace(jsonLines: bytes).entries else { continue }
            accepted += 1
            let times = entries.map(\.at)
            #expect(times == times.sorted() && times.allSatisfy { $0.isFinite && $0 >= 0 })
            #expect(entries.allSatisfy { Self.isWithinLimits($0.message) })
        }
        let share = accepted / Fuzz.factor
        #expect((250...4750).contains(share), "the damage is too much or too little: \(share)")
    }

    static func damage(_ bytes: inout [UInt8], using generator: inout SplitMix64) {
        let place = Int.random(in: 0...bytes.count, using: &generator)
        let length = min(Int.random(in: 1...6, using: &generator), bytes.count - place)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0 where length > 0: bytes[place] = .random(in: 0...255, using: &generator)
        case 1 where length > 0: bytes[place] = .random(in: 0x20...0x7E, using: &generator)
        case 2: bytes.removeSubrange(place..<place + length)
        case 3: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
        case 4: replaceNumber(in: &bytes, using: &generator)
        default:
            let piece = pieces.randomElement(using: &generator) ?? ""
            bytes.replaceSubrange(place..<place + length / 2, with: Array(piece.utf8))
        }
    }

    /// Puts a piece in the place of a digit, where it is most likely to be read.
    private static func replaceNumber(
        in bytes: inout [UInt8],
        using generator: inout SplitMix64
    ) {
        let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
        guard let place = digits.randomElement(using: &generator) else { return }
        let piece = pieces.randomElement(using: &generator) ?? ""
        bytes.replaceSubrange(place...place, with: Array(piece.utf8))
    }

    private static func isWithinLimits(_ message: ClientMessage) -> Bool {
        switch message {
        case .open(let open): open.preview.map(isWithinLimits) ?? true
        case .configure(let change): isWithinLimits(change)
        case .begin(let begin):
            begin.x.isFinite && begin.y.isFinite && begin.extent.isFinite && begin.extent > 0
        case .move(let move): isWithinLimits(move.samples)
        case .seek(_, .position(let position)): position >= 0 && position <= 1
        case .seek(_, .time(let time)): time.isFinite
        case .seek(_, .frame(let frame)): frame >= 0 && frame < 1 << 32
        case .seek(_, .frames(let count)), .seek(_, .step(let count)): abs(count) <= 1 << 31
        case .export(let request): isWithinLimits(request.action)
        case .mark(let change): (0...1 << 53).contains(change.version)
        case .transport(let playing): playing.rate.isFinite && playing.rate != 0
        case .ping(let t): t.isFinite
        case .seek, .end, .cancel, .painted, .heard, .marks, .follow, .lead: true
        }
    }

    private static func isWithinLimits(_ action: ExportRequest.Action) -> Bool {
        switch action {
        case .watch: true
        case .plan(let cut): [cut.first, cut.last].allSatisfy { (0..<1 << 32).contains($0) }
        case .start(let id), .cancel(let id): (1...1 << 53).contains(id)
        }
    }

    private static func isWithinLimits(_ request: PreviewRequest) -> Bool {
        (16...4096).contains(request.width) && (1...100).contains(request.quality)
    }

    private static func isWithinLimits(_ change: ConfigurationChange) -> Bool {
        if case .set(let request) = change.preview, !isWithinLimits(request) { return false }
        if let sound = change.sound, !isWithinLimits(sound) { return false }
        return change.apply(to: Configuration()).isValid
    }

    private static func isWithinLimits(_ sound: SoundSettings) -> Bool {
        (8_000...192_000).contains(sound.rate) && sound.rate % 100 == 0
            && (1...2).contains(sound.channels)
    }

    private static func isWithinLimits(_ samples: [Wire.Sample]) -> Bool {
        let times = samples.map(\.t)
        return (1...64).contains(samples.count) && times == times.sorted()
            && samples.allSatisfy { $0.t.isFinite && $0.x.isFinite && $0.y.isFinite }
    }
}

@Suite("Numbers on the wire")
struct NumberTests {
    /// The oracle is the standard library's own reading of the digits that went over the wire.
    @Test func `come back bit for bit`() throws {
        var generator = SplitMix64(seed: 11)
        var numbers: [Double] = [0, 1, 0.1, 1 / 3, 0.1 + 0.2, .pi, 1e21, 1e-7, 5e15, .ulpOfOne]
        numbers += [.greatestFiniteMagnitude, .leastNonzeroMagnitude, 1 - .ulpOfOne / 2]
        numbers += (0..<1000).map { _ in Double.random(in: 0...1, using: &generator) }
        numbers += (0..<1000).map { _ in Double(bitPattern: generator.next()) }
        for number in numbers where number.isFinite {
            var state = ServerMessageTests.idle
            state.position = number
            let json = ServerMessage.state(state).json()
            let text = String(decoding: json, as: UTF8.self)
            let digits = text.split(separator: "\"position\":")[1].prefix { $0 != "," }
            #expect(Double(digits)?.bitPattern == number.bitPattern)
            #expect(try ServerMessage(json: json) == .state(state))
        }
    }

    @Test func `of samples come in bit for bit`() throws {
        var generator = SplitMix64(seed: 12)
        for _ in 0..<1000 {
            let x = Double.random(in: -5000...5000, using: &generator)
            let json = #"{"type":"move","gesture":1,"seq":1,"samples":[[0,\#(x),0]]}"#
            let move = Move(gesture: 1, seq: 1, samples: [Sample(t: 0, x: x, y: 0)])
            #expect(try ClientMessage(json) == .move(move))
        }
    }
}
