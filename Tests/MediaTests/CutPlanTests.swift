import Testing
import Timeline

@testable import Media

@Suite("Which frames a cut shows, and what it copies and encodes for that")
struct CutPlanTests {
    /// Two GOPs, closed and then open, as display times in decode order.
    ///
    /// Displayed: 0 B B 3 B B 6 | 7 8 (leading) 9 B B 12
    static let times = [0, 3, 1, 2, 6, 4, 5, 9, 7, 8, 12, 10, 11]
    static let keys: Set<Int> = [0, 9]

    static func table(
        of times: [Int] = times,
        keys: Set<Int> = keys,
        showing span: ClosedRange<Int> = 0...12,
        except gap: Int? = nil
    ) -> FrameTable {
        let isShown = { (time: Int) in span.contains(time) && time != gap }
        let packets = times.enumerated().map { ordinal, time in
            PacketRecord(
                pts: Timestamp(Int64(time)),
                dts: Timestamp(Int64(ordinal - 2)),
                position: Int64(ordinal) * 100,
                size: 100,
                duration: 1,
                flags: keys.contains(time) ? .key : isShown(time) ? [] : .discard
            )
        }
        let order = times.indices.filter { isShown(times[$0]) }.sorted { times[$0] < times[$1] }
        return FrameTable(
            packets: packets,
            order: order.map(Int32.init),
            timebase: Timebase(1, 25)!,
            step: 1,
            isComplete: true
        )
    }

    static func plan(
        _ frames: ClosedRange<Int>,
        _ mode: CutMode,
        of table: FrameTable = table(),
        editLists: Bool = true,
        sound: Set<Int> = [0, 7],
        met: Bool = true
    ) -> CutPlan? {
        let inputs = CutPlan.Inputs(
            table: table,
            hasEditLists: editLists,
            isSound: { key, _ in sound.contains(key) },
            lastGOPLength: { _, count in met ? count : nil }
        )
        return CutPlan(frames, mode, from: inputs)
    }

    @Test(arguments: [
        (4...4, 0...6), (1...3, 0...3), (9...10, 9...12), (7...7, 0...9), (3...8, 0...9),
    ])
    func `a cut at keyframes ends where no frame is missing`(
        asked: ClosedRange<Int>,
        shown: ClosedRange<Int>
    ) throws {
        let plan = try #require(Self.plan(asked, .keyframes))
        #expect(plan.shown == shown)
        #expect(plan.copiedCount == shown.count && plan.encodedCount == 0)
    }

    @Test func `pictures that refer to what is left out are left out`() throws {
        let plan = try #require(Self.plan(9...12, .keyframes))
        #expect(plan.copied == 7..<13)
        #expect(plan.leading == [8, 9])
    }

    @Test func `an edit list shows what was asked for and carries what that needs`() throws {
        let plan = try #require(Self.plan(4...5, .editList))
        #expect(plan.shown == 4...5)
        #expect(plan.copied == 0..<7)
    }

    @Test(arguments: [
        (2...12, 2..<9, 7..<13, 13..<13), (2...10, 2..<9, 7..<8, 10..<11),
        (9...12, 9..<9, 7..<13, 13..<13), (2...5, 2..<6, 0..<0, 0..<0),
        (0...4, 0..<0, 0..<4, 4..<5),
    ])
    func `a smart cut encodes what lies before a keyframe and behind what is complete`(
        asked: ClosedRange<Int>,
        head: Range<Int>,
        copied: Range<Int>,
        tail: Range<Int>
    ) throws {
        let plan = try #require(Self.plan(asked, .smart))
        #expect(plan.shown == asked && plan.copied == copied)
        #expect(plan.head == head && plan.tail == tail)
    }

    @Test func `a key that cannot be started from is passed over`() throws {
        #expect(try #require(Self.plan(10...11, .keyframes, sound: [0])).shown == 0...12)
        #expect(try #require(Self.plan(2...12, .smart, sound: [0])).copiedCount == 0)
        #expect(try #require(Self.plan(2...12, .smart, met: false)).copiedCount == 0)
    }

    @Test func `what a source hides before its first frame is told where it will be seen`() throws {
        let table = Self.table(showing: 4...12)
        let seen = try #require(Self.plan(1...3, .keyframes, of: table, editLists: false))
        #expect(seen.unhidden == 4 && seen.shown == 0...5)
        let hidden = try #require(Self.plan(1...3, .keyframes, of: table))
        #expect(hidden.unhidden == 0 && hidden.shown == 0...5)
    }

    @Test func `what a source hides between frames is never copied`() throws {
        let table = Self.table(showing: 0...12, except: 2)
        #expect(Self.plan(0...4, .keyframes, of: table) == nil)
        #expect(Self.plan(0...4, .editList, of: table) == nil)
        #expect(try #require(Self.plan(0...4, .smart, of: table)).copied == 0..<3)
    }

    @Test func `frames whose keyframe is shown behind them are encoded, never lost`() throws {
        // As with a time of change that the only keyframe should not have.
        let table = Self.table(of: [9, 3, 1, 2, 10], keys: [9])
        for asked in [0...0, 1...2, 0...4] {
            #expect(Self.plan(asked, .editList, of: table, sound: [0]) == nil)
        }
        #expect(Self.plan(1...2, .keyframes, of: table, sound: [0]) == nil)
        let behind = try #require(Self.plan(1...4, .keyframes, of: table, sound: [0]))
        #expect(behind.shown == 3...4 && behind.copiedCount == 2)
        let smart = try #require(Self.plan(1...2, .smart, of: table, sound: [0]))
        #expect(smart.shown == 1...2 && smart.head == 1..<3)
    }
}
