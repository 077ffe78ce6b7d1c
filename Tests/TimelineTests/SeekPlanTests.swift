import Testing

@testable import Timeline

@Suite("The seek plan")
struct SeekPlanTests {
    @Test func `asks for the key by its presentation time first`() {
        let plan = SeekPlan(to: 5, in: .openGOPs, method: .byTime)
        #expect(plan.attempt == SeekPlan.Attempt(key: 3, address: .time(Timestamp(160))))
    }

    @Test func `asks for the decoding time when the demuxer came out behind the key`() {
        var plan = SeekPlan(to: 5, in: .openGOPs, method: .byTime)
        plan.fail(.missedKeyframe, in: .openGOPs)
        #expect(plan.attempt == SeekPlan.Attempt(key: 3, address: .time(Timestamp(80))))
    }

    @Test func `goes to the key before when the decoder gave no picture`() {
        var plan = SeekPlan(to: 5, in: .openGOPs, method: .byTime)
        plan.fail(.noPicture, in: .openGOPs)
        #expect(plan.attempt == SeekPlan.Attempt(key: 0, address: .time(Timestamp(0))))
    }

    @Test func `ends with the beginning of the file, and then gives up`() {
        var plan = SeekPlan(to: 5, in: .openGOPs, method: .byTime)
        var addresses: [SeekPlan.Address] = []
        while let attempt = plan.attempt {
            addresses.append(attempt.address)
            plan.fail(.noPicture, in: .openGOPs)
        }
        #expect(addresses.last == .beginning)
        #expect(addresses.count == 3)
    }

    @Test func `is bounded however many keys there are`() {
        let table = FrameTable.regular(1000, gop: 1)
        var plan = SeekPlan(to: 999, in: table, method: .byTime)
        var attempts = 0
        while plan.attempt != nil {
            attempts += 1
            plan.fail(.noPicture, in: table)
        }
        #expect(attempts <= 14)
    }

    @Test func `goes to a byte where timestamps lead astray`() {
        let plan = SeekPlan(to: 5, in: .openGOPs, method: .byByte)
        #expect(plan.attempt == SeekPlan.Attempt(key: 3, address: .byte(3)))
    }
}

@Suite("Recognising packets after a seek")
struct PacketMatchTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let packet: PacketRecord
        let ordinal: Int?
    }

    /// The cases of a program stream after a byte seek: times, place and size may each differ.
    @Test(arguments: [
        Case(
            testDescription: "the key at its place, times changed",
            packet: packet(pts: nil, dts: 7, position: 3, size: 103, .key),
            ordinal: 3
        ),
        Case(
            testDescription: "the key without a place, its size changed by a start code",
            packet: packet(pts: nil, dts: nil, position: -1, size: 107, .key),
            ordinal: 3
        ),
        Case(
            testDescription: "another packet, all the same",
            packet: packet(pts: 40, dts: 40, position: 2, size: 102),
            ordinal: 2
        ),
        Case(
            testDescription: "another packet by place and size",
            packet: packet(pts: nil, dts: nil, position: 5, size: 105),
            ordinal: 5
        ),
        Case(
            testDescription: "another packet by a decoding time and size that occur once",
            packet: packet(pts: nil, dts: 200, position: -1, size: 106),
            ordinal: 6
        ),
        Case(
            testDescription: "the tail of a packet",
            packet: packet(pts: 160, dts: 160, position: -1, size: 88),
            ordinal: nil
        ),
    ])
    func `by what a byte seek leaves of them`(_ example: Case) {
        let ordinal = FrameTable.openGOPs.ordinal(of: example.packet, soughtKey: 3)
        #expect(ordinal == example.ordinal)
    }

    private static func packet(
        pts: Int64?,
        dts: Int64?,
        position: Int64,
        size: Int,
        _ flags: PacketRecord.Flags = []
    ) -> PacketRecord {
        PacketRecord(
            pts: pts.map(Timestamp.init),
            dts: dts.map(Timestamp.init),
            position: position,
            size: size,
            flags: flags
        )
    }
}
