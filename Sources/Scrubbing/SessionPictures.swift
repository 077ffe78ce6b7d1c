import Library
import Media
package import Pictures
import Timeline
import Wire

/// The pictures of a session: what its client is to see, and what comes of it.
extension Session {
    /// Takes the cached picture that was looked for, if there is one.
    ///
    /// - Parameters:
    ///   - frame: The picture.
    ///   - isIdle: Whether nobody waits for a picture, so that a decode begins at once.
    ///   - now: The time.
    /// - Returns: What is to be done.
    package mutating func found(
        _ frame: EncodedFrame?,
        isIdle: Bool = false,
        at now: ContinuousClock.Instant
    ) -> [Action] {
        carryOut(flow.found(frame.flatMap(renumbered), isIdle: isIdle, at: now))
    }

    /// Takes the result of the decode under way; `nil` when it was cancelled.
    package mutating func decoded(
        _ result: Result<EncodedFrame, DecodeFailure>?,
        at now: ContinuousClock.Instant
    ) -> [Action] {
        carryOut(flow.decoded(renumbered(result), at: now))
    }

    /// Takes a picture that the decode under way has made of a frame that it passed.
    package mutating func progressed(
        to frame: EncodedFrame,
        at now: ContinuousClock.Instant
    ) -> [Action] {
        renumbered(frame).map { carryOut(flow.progressed(to: $0, at: now)) } ?? []
    }

    /// Takes the picture of the keyframe at a time in ticks, or why there is none; `nil` when it was
    /// cancelled.
    package mutating func glanced(
        at time: Int64,
        _ result: Result<EncodedFrame, DecodeFailure>?,
        now: ContinuousClock.Instant
    ) -> [Action] {
        guard let keyframe = scrub?.clip.number(ofFrameAt: time) else { return [] }
        return carryOut(flow.glanced(at: keyframe, renumbered(result), now: now))
    }

    /// Notes that a tick of 100 ms has passed.
    package mutating func tick(at now: ContinuousClock.Instant) -> [Action] {
        carryOut(flow.tick(at: now))
    }

    /// Whether it is to be ticked.
    package var awaitsTime: Bool { flow.awaitsTime }

    /// Makes the frame at the playhead the target of the preview.
    mutating func aim(isDue: Bool = true, at now: ContinuousClock.Instant) -> [Action] {
        guard let preview, let scrub, scrub.clip.info.hasPictures else {
            return carryOut(flow.aim(at: nil, now: now))
        }
        let (clip, frame) = (scrub.clip, scrub.frame)
        let lead = isDue ? 0 : flow.lead(movingTo: frame, at: now)
        let heading = min(max(frame + lead, 0), clip.table.count - 1)
        let target = PreviewTarget(
            seq: scrub.newestSeq,
            frame: frame,
            format: preview,
            goesBack: goesBack(to: frame, isDue: isDue),
            isFromAfar: isDue && isFar(frame, in: clip),
            heading: heading,
            reach: clip.table.gop(of: heading).count,
            glances: clip.glances(near: heading),
            isElsewhere: clip.reading != nil
        )
        lastFrame = frame
        return carryOut(flow.aim(at: target, isDue: isDue, now: now))
    }

    /// Whether the target goes back by steps, so that the frames before it are likely to be next;
    /// one message that jumps far back tells nothing of the next.
    private func goesBack(to frame: Int, isDue: Bool) -> Bool {
        frame < lastFrame && (!isDue || lastFrame - frame <= Self.longestStep)
    }

    /// Whether a frame is more than a step away, and in another GOP.
    private func isFar(_ frame: Int, in clip: Clip) -> Bool {
        abs(frame - lastFrame) > Self.longestStep && !clip.table.gop(of: frame).contains(lastFrame)
    }

    /// Frames of a step that another like it may follow: some seconds, by keys.
    private static let longestStep = 120

    /// Gives the frames that the pictures are of the numbers that they have in a newer index.
    mutating func renumber(from old: Clip, to new: Clip) {
        flow.renumber { old.number(of: $0, in: new) }
        lastFrame = old.number(of: lastFrame, in: new) ?? lastFrame
    }

    /// A picture with its frame's number of now, which may have been another when it was asked for;
    /// `nil` for one that may be of a packet that was cut off then.
    private func renumbered(_ frame: EncodedFrame) -> EncodedFrame? {
        guard let clip = scrub?.clip, let number = clip.number(ofFrameAt: frame.pts),
            frame.isSettled || number >= clip.table.settled
        else { return nil }
        return frame.numbered(number)
    }

    private func renumbered(
        _ result: Result<EncodedFrame, DecodeFailure>?
    ) -> Result<EncodedFrame, DecodeFailure>? {
        guard case .success(let frame) = result else { return result }
        return renumbered(frame).map { .success($0) }
    }

    mutating func carryOut(_ actions: [PreviewFlow.Action]) -> [Action] {
        actions.flatMap { action -> [Action] in
            switch action {
            case .find(let target): return [.find(target)]
            case .decode(let target): return [.decode(target)]
            case .glance(let target, let keyframe): return [.glance(target, keyframe: keyframe)]
            case .cancel: return [.cancelDecode]
            case .prefetch(let target): return [.prefetch(target)]
            case .send(let frame, let seq, let isExact):
                let isNumbered = scrub?.clip.isScanned(frame.number) ?? false
                let header = PreviewHeader(
                    frame,
                    seq: seq,
                    isExact: isExact,
                    isNumbered: isNumbered
                )
                let bytes = header.bytes + frame.preview.bytes
                outgoing.show(picture: bytes, seq: seq).map { flow.dropped($0) }
                return []
            case .report(let text, let seq):
                return refuse(SessionError(.decodeFailed, text, seq: seq))
            }
        }
    }
}
