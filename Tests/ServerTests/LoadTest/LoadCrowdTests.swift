import Basics
import ClipSupport
import Foundation
import TestSupport
import Testing
import Wire

@testable import Library
@testable import LoadTest
@testable import Scrubbing
@testable import Server
@testable import Transport

/// Two clients at two messages a second for two seconds, and one client that stays silent.
@Suite("The clients of a load")
struct LoadCrowdTests {
    private static let plan = {
        var generator = SplitMix64(seed: 1)
        return LoadPlan(clients: 2, rate: 2, seconds: 2, using: &generator)
    }()

    private static let moves = (1...4).map { Array("move \($0)".utf8) }

    private func crowd(_ peer: Load.Peer = .echo) -> LoadCrowd {
        var crowd = LoadCrowd(Load(of: Self.moves, by: Self.plan, idle: 1, on: peer))
        if case .echo = peer { for client in 0..<3 { crowd.connected(client) } }
        return crowd
    }

    /// What a client says now, until it has nothing more to say.
    private func all(_ client: Int, of crowd: inout LoadCrowd) -> [String] {
        var texts: [String] = []
        while let message = crowd.nextMessage(of: client, at: .zero) {
            texts.append(String(decoding: message, as: UTF8.self))
        }
        return texts
    }

    /// Sends what is due, and has the echo answer after `delay`.
    private func play(_ crowd: inout LoadCrowd, until end: Duration, answeredAfter delay: Duration)
    {
        while let time = crowd.nextSendTime, time <= end {
            for client in crowd.depart(by: time) {
                let message = crowd.nextMessage(of: client, at: time)
                #expect(message != nil)
                crowd.receive([], by: client, at: time + delay)
            }
        }
    }

    @Test func `a client opens, begins a drag, and moves when it is time`() throws {
        var crowd = crowd(.vernier(open: Array("open".utf8), begin: Array("begin".utf8)))
        var said = all(0, of: &crowd)
        #expect(said == [])
        crowd.connected(0)
        said = all(0, of: &crowd)
        #expect(said == ["open"] && crowd.settled == 0)
        crowd.receive(try opened().text, by: 0, at: .zero)
        said = all(0, of: &crowd)
        #expect(said == ["begin"] && crowd.settled == 1)
        let clients = crowd.depart(by: .seconds(1))
        said = all(0, of: &crowd)
        #expect(clients.count { $0 == 0 } == 2)
        #expect(said == ["move 1", "move 2"] && !crowd.hasMore(0))
    }

    @Test func `a client says of each picture that it is painted, before it moves on`() throws {
        var crowd = crowd(.vernier(open: Array("open".utf8), begin: Array("begin".utf8)))
        for client in [0, 2] {
            crowd.connected(client)
            _ = all(client, of: &crowd)
            crowd.receive(try opened().text, by: client, at: .zero)
        }
        _ = all(0, of: &crowd)
        _ = crowd.depart(by: .seconds(1))
        for client in [0, 2] { crowd.receivePicture(picture(answering: 7), by: client) }
        let (dragging, idle) = (all(0, of: &crowd), all(2, of: &crowd))
        // The fields of an object have no order.
        let painted = [#"{"type":"painted","seq":7}"#, #"{"seq":7,"type":"painted"}"#]
        #expect(dragging.count == 3 && painted.contains(dragging[0]))
        #expect(dragging.dropFirst() == ["move 1", "move 2"])
        #expect(idle.count == 1 && painted.contains(idle[0]))
    }

    @Test func `what is no picture is not said to be painted`() throws {
        var crowd = crowd(.vernier(open: [], begin: []))
        crowd.receivePicture(Array(repeating: 0, count: PreviewHeader.byteCount), by: 0)
        #expect(!crowd.hasMore(0))
    }

    private func picture(answering seq: UInt32) -> [UInt8] {
        let header = PreviewHeader(
            format: .jpeg,
            flags: .exact,
            width: 480,
            height: 270,
            seq: seq,
            frame: 1,
            pts: 1,
            decoded: 1
        )
        return header.bytes + [1, 2, 3]
    }

    @Test func `an idle client opens and says no more`() throws {
        var crowd = crowd(.vernier(open: Array("open".utf8), begin: Array("begin".utf8)))
        crowd.connected(2)
        var said = all(2, of: &crowd)
        crowd.receive(try opened().text, by: 2, at: .zero)
        _ = crowd.depart(by: .seconds(9))
        said += all(2, of: &crowd)
        #expect(said == ["open"] && crowd.settled == 1)
    }

    @Test func `all that is answered is neither late nor lost`() {
        var crowd = crowd()
        play(&crowd, until: .seconds(2), answeredAfter: .milliseconds(3))
        #expect(!crowd.isOver(at: .milliseconds(1999)))
        #expect(crowd.isOver(at: .seconds(2)))
        let report = crowd.report
        #expect(report.isClean)
        #expect(report.messages == .init(sent: 8, answered: 8, superseded: 0, dropped: 0))
        #expect(report.milliseconds == .init(p50: 3, p99: 3, p999: 3, max: 3))
    }

    @Test func `a message that leaves late is late from when it was meant to leave`() {
        var crowd = crowd()
        let (meant, client) = (Self.plan[0].time, Self.plan[0].client)
        let clients = crowd.depart(by: meant + .milliseconds(100))
        #expect(clients.contains(client))
        _ = crowd.nextMessage(of: client, at: meant + .milliseconds(100))
        crowd.receive([], by: client, at: meant + .milliseconds(101))
        #expect(crowd.report.milliseconds.max == 101)
    }

    @Test func `a state answers all messages before it, each as late as it is`() throws {
        var crowd = crowd(.vernier(open: [], begin: []))
        var (session, _) = try opened()
        crowd.connected(0)
        crowd.receive(try opened().text, by: 0, at: .zero)
        _ = crowd.depart(by: .seconds(2))
        _ = all(0, of: &crowd)
        session.hear(#"{"type":"begin","gesture":1,"x":0,"y":0,"extent":100}"#)
        session.hear(#"{"type":"move","gesture":1,"seq":3,"samples":[[0,1,0]]}"#)
        while case .text(let text)? = session.next() {
            crowd.receive(text, by: 0, at: Self.plan.time(of: 2, by: 0) + .milliseconds(1))
        }
        let report = crowd.report
        #expect((report.messages.answered, report.messages.superseded) == (3, 2))
        #expect((501.0...505).contains(report.milliseconds.p50 ?? 0))
        #expect(report.milliseconds.max == 1001)
    }

    @Test func `what is not answered two seconds after the end is dropped`() {
        var crowd = crowd()
        play(&crowd, until: .seconds(1), answeredAfter: .zero)
        for client in crowd.depart(by: .seconds(2)) {
            _ = crowd.nextMessage(of: client, at: .seconds(2))
        }
        #expect(!crowd.isOver(at: .milliseconds(3999)))
        #expect(crowd.isOver(at: .seconds(4)))
        #expect(crowd.report.messages == .init(sent: 8, answered: 4, superseded: 0, dropped: 4))
        #expect(!crowd.report.isClean)
    }

    /// A busy machine is late itself, and the server has as long as ever for what leaves then.
    @Test func `what leaves after the end may be answered for two seconds from then`() throws {
        var crowd = crowd()
        play(&crowd, until: .seconds(1), answeredAfter: .zero)
        let late = crowd.depart(by: .seconds(2))
        for client in late { _ = crowd.nextMessage(of: client, at: .milliseconds(3500)) }
        #expect(!crowd.isOver(at: .milliseconds(5499)))
        for client in late { crowd.receive([], by: client, at: .milliseconds(5499)) }
        #expect(crowd.isOver(at: .milliseconds(5500)))
        #expect(crowd.report.messages == .init(sent: 8, answered: 8, superseded: 0, dropped: 0))
    }

    @Test func `when all have lost their sockets it is over, and what was to leave is dropped`() {
        var crowd = crowd()
        play(&crowd, until: .seconds(1), answeredAfter: .zero)
        for client in 0..<3 { crowd.left(client, "gone \(client)") }
        #expect(crowd.isOver(at: .seconds(1)))
        #expect(crowd.report.clients == .init(idle: 1, scrubbing: 2, refused: 0, lost: 3))
        #expect(crowd.report.messages.dropped == 4)
        #expect(crowd.report.complaint == "gone 0")
    }

    @Test func `who is not let in is refused, in the server's words`() {
        var crowd = crowd(.vernier(open: [], begin: []))
        crowd.left(1, "full")
        crowd.connected(0)
        let error = ErrorMessage(code: .unknownMedia, message: "no media has this id")
        crowd.receive(ServerMessage.error(error).json(), by: 0, at: .zero)
        crowd.refuseRest("no answer")
        crowd.refuseRest("no answer")
        #expect((crowd.settled, crowd.count) == (3, 3))
        #expect(crowd.report.clients.refused == 3)
        #expect(crowd.report.complaint == "full")
        #expect(crowd.isOver(at: .zero))
        let clients = crowd.depart(by: .seconds(2))
        #expect(clients.isEmpty)
    }

    /// A room of two, whose leader is the only client that drags.
    private func room() -> LoadCrowd {
        var generator = SplitMix64(seed: 1)
        let plan = LoadPlan(clients: 1, rate: 2, seconds: 2, using: &generator)
        let opens = [(leader: Array("first".utf8), follower: Array("second".utf8))]
        let rooms = Load.Rooms(of: 2, opens: opens, begin: Array("begin there".utf8))
        let peer = Load.Peer.vernier(open: Array("open".utf8), begin: Array("begin".utf8))
        var crowd = LoadCrowd(Load(of: Self.moves, by: plan, idle: 0, in: rooms, on: peer))
        for client in 0..<2 { crowd.connected(client) }
        return crowd
    }

    @Test func `a leader begins once it leads, and its followers' times are counted`() throws {
        var crowd = room()
        let takesLead = [#"{"type":"lead","on":true}"#, #"{"on":true,"type":"lead"}"#]
        let opens = (0..<2).map { all($0, of: &crowd) }
        #expect(opens == [["first"], ["second"]])
        for client in 0..<2 { crowd.receive(try opened().text, by: client, at: .zero) }
        var said = all(0, of: &crowd)
        #expect(said == [] && crowd.settled == 1)
        for leader in [nil, "b"] {
            crowd.receive(told(leader: leader), by: 0, at: .zero)
            said = all(0, of: &crowd)
            #expect(said.count == 1 && takesLead.contains(said[0]) && crowd.settled == 1)
        }
        crowd.receive(told(leader: "a"), by: 0, at: .zero)
        said = all(0, of: &crowd) + all(1, of: &crowd)
        #expect(said == ["begin there"] && crowd.settled == 2)
    }

    @Test func `a follower's time is from when its leader's move was meant to leave`() throws {
        var crowd = room()
        for client in 0..<2 {
            _ = all(client, of: &crowd)
            crowd.receive(try opened().text, by: client, at: .zero)
        }
        crowd.receive(told(leader: "a"), by: 0, at: .zero)
        _ = all(0, of: &crowd)
        crowd.receive(try state(0, frame: 1), by: 0, at: .zero)
        #expect(crowd.following.due == 0, "no move has led there")
        let due = crowd.load.plan.time(of: 0, by: 0)
        _ = crowd.depart(by: due)
        let said = all(0, of: &crowd)
        #expect(said == ["move 1"])
        crowd.receive(try state(1, frame: 5), by: 0, at: due + .milliseconds(2))
        #expect(!crowd.isOver(at: .seconds(2)))
        crowd.receive(try state(0, frame: 5, by: "a"), by: 1, at: due + .milliseconds(3))
        #expect(crowd.isOver(at: .seconds(2)))
        #expect(crowd.report.followers?.clients == 1)
        #expect(crowd.report.followers?.messages.answered == 1)
        #expect(crowd.report.followers?.milliseconds.max == 3)
        #expect(crowd.report.milliseconds.max == 2)
    }

    private func told(leader: String?) -> [UInt8] {
        let room = RoomMessage(
            room: "r",
            you: "a",
            leader: leader,
            epoch: 1,
            members: [],
            reach: .all
        )
        return ServerMessage.room(room).json()
    }

    private func state(_ seq: UInt32, frame: Int, by leader: String? = nil) throws -> [UInt8] {
        guard case .opened(let opened) = try ServerMessage(json: try opened().text) else {
            throw Silence()
        }
        var state = opened.state
        (state.seq, state.target.frame, state.by) = (seq, frame, leader)
        return ServerMessage.state(state).json()
    }

    /// A session with an open clip, and what it has said to that.
    private func opened() throws -> (session: Session, text: [UInt8]) {
        var session = Session(token: "token")
        session.hear(#"{"type":"open","media":"clip"}"#)
        _ = session.show(.regular(), at: .now)
        guard case .text(let text) = session.next() else { throw Silence() }
        return (session, text)
    }

    private struct Silence: Error {}
}

extension Session {
    /// Takes what a client says.
    fileprivate mutating func hear(_ json: String) { _ = receive(Array(json.utf8), at: .now) }
}
