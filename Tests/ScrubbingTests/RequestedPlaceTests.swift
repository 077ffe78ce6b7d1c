import ClipSupport
import Library
import Media
import ScrubModel
import TestSupport
import Testing
import Timeline
import Wire

@testable import Scrubbing

@Suite("What is asked for while a file is scanned")
struct RequestedPlaceTests {
    /// What a client does, with numbers in 0...1 for where.
    enum Request: String, CaseIterable {
        case position, time, frame, timecode, drag, jump
        case live, release
    }

    static let snaps: [Snap.Stops] = [
        .step(0.3), .count(7), .media(.time(seconds: 0.7)), .media(.frame),
        .media(.keyframe(.nearest)), .media(.keyframe(.before)), .media(.keyframe(.after)),
        .media(.chapter),
    ]

    static let claims: [Double?] = [nil, 6, 5, 9]

    @Test(arguments: [true, false], claims)
    func `ends at the frame that the whole index gives, from each moment on`(
        knowsAhead: Bool,
        claim: Double?
    ) throws {
        let scan = StagedScan(step: 30, knowsAhead: knowsAhead, claim: claim)
        for moment in scan.clips.indices {
            for request in Request.allCases {
                for place in [0, 0.31, 0.77, 0.993] {
                    for stops in request == .live || request == .release ? Self.snaps : [.none] {
                        try check(request, at: place, stops, from: moment, of: scan)
                    }
                }
            }
        }
    }

    /// Does something at one moment, and compares what comes of it with the same in the end.
    private func check(
        _ request: Request,
        at place: Double,
        _ stops: Snap.Stops,
        from moment: Int,
        of scan: StagedScan
    ) throws {
        var early = ScrubClient(on: scan.clips[moment])
        var late = ScrubClient(on: scan.whole)
        try early.carryOut(request, at: place, stops)
        try late.carryOut(request, at: place, stops)
        let expected = late.state.target
        for clip in scan.clips[moment...] {
            early.session.update(clip)
            let target = early.state.target
            let comment: Comment = "\(request) \(place) \(stops), from \(moment)"
            if target.exact { #expect(target == expected, comment) }
            let isThere = clip.number(ofFrameAt: target.pts) == early.frame
            #expect(isThere && (target.frame ?? early.frame) == early.frame, comment)
        }
        #expect(early.state.target == expected, "\(request) \(place) \(stops), from \(moment)")
        #expect(early.state.position == late.state.position)
    }

    @Test func `is not known by a number that is not known`() throws {
        let scan = StagedScan(step: 40, knowsAhead: true, claim: 6)
        var client = ScrubClient(on: scan.clips[0])
        try client.seek(.time(4.9))
        let target = client.state.target
        #expect(target.frame == nil && !target.exact && target.key)
        // Keyframes are 600 ms apart, and every other one is known.
        #expect(abs(target.time - 4.9) <= 0.6)
        #expect(target.keyframe.frame == nil)
        try client.seek(.frame(140))
        #expect(client.state.target.frame == nil)
        #expect(client.state.position > 0.8, "over the whole media, not over what is scanned")
    }

    @Test func `is the furthest that is known, where nothing is known of what follows`() throws {
        let scan = StagedScan(step: 40, knowsAhead: false, claim: 6)
        var client = ScrubClient(on: scan.clips[0])
        try client.seek(.position(0.9))
        #expect(client.state.position == 0.9)
        #expect(!client.state.target.exact && client.state.target.time < 1.7)
    }

    @Test func `is forgotten when the client has moved on`() throws {
        let scan = StagedScan(step: 40, knowsAhead: true, claim: 6)
        var client = ScrubClient(on: scan.clips[0])
        try client.seek(.position(0.9))
        try client.seek(.frame(7))
        client.session.update(scan.whole)
        #expect(client.frame == 7)
        #expect(try client.undone(2) == [135, 0], "and found again by undo")
    }

    @Test func `leads back to where a cancelled drag began`() throws {
        let scan = StagedScan(step: 40, knowsAhead: false, claim: 9)
        var client = ScrubClient(on: scan.clips[0])
        try client.seek(.timecode("00:00:04:03"))
        try client.begin()
        try client.move(to: -20)
        client.session.update(scan.whole)
        try client.cancel()
        #expect(client.frame == 103)
    }

    @Test func `goes on in a drag from where the pointer is`() throws {
        let scan = StagedScan(step: 40, knowsAhead: true, claim: 9)
        var client = ScrubClient(on: scan.clips[0])
        try client.begin()
        try client.move(to: 50)
        client.session.update(scan.whole)
        #expect(client.state.raw == 0.5 && client.frame == 75)
        try client.move(to: 51)
        #expect(client.state.raw == 0.51)
    }

    @Test func `is refused where it is nowhere, once that is known`() throws {
        let scan = StagedScan(step: 40, knowsAhead: true, claim: 6)
        var client = ScrubClient(on: scan.clips[0])
        #expect(throws: SessionError.self) { try client.seek(.timecode("abc")) }
        #expect(throws: SessionError.self) { try client.seek(.time(-1)) }
        try client.seek(.frame(4_000_000_000))
        client.session.update(scan.whole)
        #expect(client.frame == StagedScan.count - 1, "the nearest that there is")
        #expect(throws: SessionError.self) { try client.seek(.frame(StagedScan.count)) }
    }
}

extension ScrubClient {
    mutating func carryOut(
        _ request: RequestedPlaceTests.Request,
        at place: Double,
        _ stops: Snap.Stops
    ) throws {
        let label = "00:00:0\(Int(place * 5)):\(Int(place * 24) / 10)\(Int(place * 24) % 10)"
        switch request {
        case .position: try seek(.position(place))
        case .time: try seek(.time(place * 5.9))
        case .frame: try seek(.frame(Int(place * 149)))
        case .timecode: try seek(.timecode(label))
        case .drag, .live, .release:
            try configure(ConfigurationChange(snap: Snap(stops: stops, timing: request.timing)))
            try begin()
            try move(to: place * 60)
            try move(to: place * 100)
            try end()
        case .jump:
            try configure(ConfigurationChange(press: .jump))
            try begin(x: place * 100)
            try end()
        }
    }
}

extension RequestedPlaceTests.Request {
    var timing: Snap.Timing { self == .release ? .release : .live }
}
