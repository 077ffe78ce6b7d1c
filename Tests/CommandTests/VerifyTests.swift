import Media
import TestSupport
import Testing
import Timeline
import Wire

@testable import vernier

@Suite("Judging what seeking brings", .timeLimit(.minutes(2)))
struct VerifyTests {
    /// Ten frames a tenth of a second apart, in ticks that do not divide evenly.
    static let table = FrameTable(
        packets: (0..<10).map { number in
            PacketRecord(
                pts: Timestamp(700 + Int64(number) * 101),
                dts: Timestamp(Int64(number) * 101),
                position: Int64(number) * 1000,
                size: 1000,
                duration: 100,
                flags: number == 0 ? .key : []
            )
        },
        order: (0..<10).map(Int32.init),
        timebase: Timebase(1, 1000)!,
        step: 101,
        isComplete: true
    )

    static let pictures = (0..<10).map { PictureIdentity(pixels: [UInt8($0)], barcode: 33 + $0) }
    static let truths = [
        ReferencePictures(pixelsOf: pictures), ReferencePictures(barcodesOf: pictures, in: table),
    ]

    private func judge(
        by number: Int,
        _ bring: (_ frame: Int) throws(MediaError) -> [SeekJudge.DecodedPicture]
    ) -> SeekJudge {
        var judge = SeekJudge(.random, reference: Self.truths[number], table: Self.table)
        for frame in 0..<10 {
            for asking in FrameQuery.allCases { judge.ask(for: frame, by: asking, reach: bring) }
        }
        return judge
    }

    private func decoded(_ frame: Int, of picture: Int? = nil) -> SeekJudge.DecodedPicture {
        SeekJudge.DecodedPicture(frame: frame, picture: Self.pictures[picture ?? frame])
    }

    @Test(arguments: truths.indices)
    func `a reader that brings each frame's own picture is right`(_ reference: Int) {
        let judge = judge(by: reference) { [decoded($0)] }
        #expect((judge.tally.targets, judge.tally.failures) == (50, 0))
        #expect(judge.faults.isEmpty)
    }

    @Test(arguments: truths.indices)
    func `a reader that brings the neighbour's picture is found`(_ reference: Int) {
        let judge = judge(by: reference) { [decoded($0, of: min($0 + 1, 9))] }
        #expect(judge.tally.wrong == 45, "the last frame has no neighbour")
        #expect(judge.faults.count == 5)
        #expect(judge.faults[0] == "random: frame 0 by number: another picture passes for frame 0")
    }

    @Test func `a wrong picture on the way is found`() {
        let judge = judge(by: 0) { [decoded(max($0 - 1, 0), of: 5), decoded($0)] }
        #expect(judge.tally.wrong == 45, "frame 5 is right on the way to 6")
    }

    @Test func `a wrong picture that says so is told apart`() {
        let made = PictureIdentity(pixels: [99], barcode: 99, isConcealed: true)
        let judge = judge(by: 0) { [SeekJudge.DecodedPicture(frame: $0, picture: made)] }
        #expect((judge.tally.wrong, judge.tally.concealed) == (0, 50))
    }

    @Test func `a frame that does not come is unreachable`() {
        let none = judge(by: 0) { _ in [] }
        let other = judge(by: 0) { [decoded(($0 + 1) % 10)] }
        let error = judge(by: 0) { frame throws(MediaError) in
            throw .undecodable(file: "f", frame: frame)
        }
        #expect([none, other, error].map(\.tally.unreachable) == [50, 50, 50])
        #expect(
            error.faults[0].hasSuffix("f: frame 0 cannot be decoded; the file is damaged there")
        )
    }

    @Test func `moments are asked for in whole ticks`() {
        let moments = FrameQuery.allCases.map { $0.moment(of: 3, in: Self.table)?.ticks }
        #expect(moments == [nil, 1003, 1053, 1102, 1103])
        let last = FrameQuery.allCases.map { $0.moment(of: 9, in: Self.table)?.ticks }
        #expect(last == [nil, 1609, 1659, 1708, 1708])
    }

    @Test func `the first number is what most pictures agree on`() {
        var cut: [PictureIdentity?] = Self.pictures
        cut[1] = PictureIdentity(pixels: [], barcode: 7)
        cut[2] = PictureIdentity(pixels: [], barcode: 8)
        let reference = ReferencePictures(barcodesOf: cut, in: Self.table)
        let verdicts = (0..<10).map { reference.verdict(on: cut[$0]!, as: $0) }
        #expect(verdicts.indices.filter { verdicts[$0] == .wrong } == [1, 2])
    }

    @Test func `the numbers of a damaged file only go up`() {
        var damaged: [PictureIdentity?] = Self.pictures
        damaged[3] = nil
        for frame in 4..<10 { damaged[frame] = PictureIdentity(pixels: [], barcode: 60 + frame) }
        damaged[6] = PictureIdentity(pixels: [], barcode: 64)
        let reference = ReferencePictures(barcodesOf: damaged, in: Self.table)
        #expect(reference.verdict(on: damaged[9]!, as: 9) == .right)
        #expect(reference.verdict(on: damaged[8]!, as: 9) == .wrong)
        #expect(reference.verdict(on: damaged[6]!, as: 6) == .wrong)
    }

    @Test func `what refers to a picture that never came is flagged`() {
        var linear = LinearDecode(of: Self.table)
        for frame in [0, 1, 2, 3, 5, 6, 7, 8, 9] {
            linear.show(Self.pictures[frame], ordinal: frame)
        }
        linear.flagDependents()
        #expect(
            linear.pictures.map { $0?.isConcealed } == [
                false, false, false, false, nil, true, true, true, true, true,
            ]
        )
    }

    @Test func `a linear decode that disagrees with the index is found`() {
        var linear = LinearDecode(of: Self.table)
        for frame in [0, 2, 1, 3, 4, 5, 7, 8, 9] {
            linear.show(Self.pictures[frame], ordinal: frame)
        }
        let tally = linear.tally(by: Self.truths[1])
        #expect((tally.wrong, tally.unreachable) == (1, 1), "1 comes late, 6 never")
        #expect(linear.faults == ["linear: frame 1 is shown after frame 2"])
    }
}
