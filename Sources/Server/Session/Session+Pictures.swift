import Media
import ScrubModel
import Wire

extension Session {
    /// Hears whether a picture that was looked for is at hand.
    mutating func found(_ frame: EncodedFrame?, at now: ContinuousClock.Instant) -> [Action] {
        carryOut(flow.found(frame, at: now))
    }

    /// Hears how the decode under way ended.
    mutating func decoded(
        _ result: Result<EncodedFrame, DecodeFailure>?,
        at now: ContinuousClock.Instant
    ) -> [Action] {
        carryOut(flow.decoded(result, at: now))
    }

    /// Hears that the decode under way has left a picture at hand.
    mutating func progressed() -> [Action] { carryOut(flow.progressed()) }

    /// Hears that time has passed.
    mutating func tick(at now: ContinuousClock.Instant) -> [Action] {
        carryOut(flow.tick(at: now))
    }

    /// Turns to the picture of the frame under the hand.
    mutating func aim(isDue: Bool = true) -> [Action] {
        guard let preview, scrub?.clip.info.hasPictures == true, let state = scrub?.state else {
            return carryOut(flow.aim(at: nil))
        }
        let frame = state.target.frame
        let wish = PreviewFlow.Wish(
            seq: state.seq,
            frame: frame,
            format: preview,
            goesBack: frame < lastFrame
        )
        lastFrame = frame
        return carryOut(flow.aim(at: wish, isDue: isDue))
    }

    mutating func carryOut(_ actions: [PreviewFlow.Action]) -> [Action] {
        actions.flatMap { action -> [Action] in
            switch action {
            case .find(let wish): return [.find(wish)]
            case .decode(let wish): return [.decode(wish)]
            case .prepare(let wish): return [.prepare(wish)]
            case .send(let frame, let seq, let isExact):
                let header = PreviewHeader(frame, seq: seq, isExact: isExact)
                let bytes = header.bytes + frame.preview.bytes
                outgoing.show(picture: bytes, seq: seq).map { flow.dropped($0) }
                return []
            case .report(let text, let seq):
                return refuse(SessionError(.decodeFailed, text, seq: seq))
            }
        }
    }
}
