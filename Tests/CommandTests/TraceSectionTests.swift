import Testing
import Wire

@testable import vernier

@Suite("The end of a gesture")
struct TraceSectionTests {
    private func picture(exact: Bool, frame: Int) -> PlayedSection.Picture {
        .shown(TraceReport.Picture(exact: exact, frame: frame, latency: 12.5, decoded: 3))
    }

    private func header(_ frame: UInt32, seq: UInt32 = 4) -> PreviewHeader {
        .of(frame, pts: Int64(frame) * 40, seq: seq, .exact)
    }

    @Test func `waits for the state with its number, and keeps all that came before`() {
        var end = TraceSectionEnd(of: 4, owesPicture: false)
        for seq: UInt32 in [2, 3] { end.hear(.state(.at(seq: seq))) }
        #expect(end.owesState && !end.isOver)
        end.hear(.state(.at(seq: 4)))
        #expect(end.isOver && end.played.answers.count == 3)
        #expect(end.played.picture == .notOwed)
    }

    @Test func `waits for the target's own picture`() {
        var end = TraceSectionEnd(of: 4, owesPicture: true)
        end.hear(.state(.at(seq: 4)))
        end.hear(header(7, seq: 3), after: .seconds(1))
        end.hear(.of(6, pts: 240, seq: 4, .keyframe), after: .seconds(2))
        #expect(!end.isOver, "neither an older answer nor a neighbour will do")
        end.hear(header(7), after: .microseconds(12_500))
        #expect(end.isOver && end.played.picture == picture(exact: true, frame: 7))
    }

    @Test func `takes a picture that overtakes its state`() {
        var end = TraceSectionEnd(of: 4, owesPicture: true)
        end.hear(header(7), after: .microseconds(12_500))
        #expect(!end.isOver)
        end.hear(.state(.at(seq: 4)))
        #expect(end.isOver && end.played.picture == picture(exact: true, frame: 7))
    }

    @Test func `believes no picture that calls itself exact and is another frame's`() {
        var end = TraceSectionEnd(of: 4, owesPicture: true)
        end.hear(.state(.at(seq: 4)))
        end.hear(header(8), after: .microseconds(12_500))
        #expect(end.isOver && end.played.picture == picture(exact: false, frame: 8))
        end = TraceSectionEnd(of: 4, owesPicture: true)
        end.hear(.state(.at(seq: 4)))
        end.hear(.of(7, pts: 279, seq: 4, .exact), after: .microseconds(12_500))
        #expect(end.played.picture == picture(exact: false, frame: 7))
    }

    @Test func `has no picture when it is refused`() {
        var end = TraceSectionEnd(of: 4, owesPicture: true)
        end.hear(.error(.unknownGesture, seq: 3))
        #expect(!end.isOver)
        end.hear(.error(.unknownGesture, seq: 4))
        #expect(end.isOver && end.played.picture == .notOwed)
    }

    @Test func `says why a picture is missing`() {
        var end = TraceSectionEnd(of: 4, owesPicture: true)
        end.hear(.state(.at(seq: 4)))
        end.hear(.error(.decodeFailed, seq: 4))
        #expect(end.isOver && end.played.picture == .missing("not so"))
        end = TraceSectionEnd(of: 4, owesPicture: true)
        end.hear(.state(.at(seq: 4)))
        end.giveUpPicture("too late")
        #expect(end.isOver && end.played.picture == .missing("too late"))
    }
}
