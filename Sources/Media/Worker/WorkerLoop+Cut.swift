import Glibc
import Timeline

extension WorkerLoop {
    /// Plans a cut of a file that came with the request.
    func plan(
        _ order: CutOrder,
        _ frames: ClosedRange<Int>,
        _ mode: CutMode,
        of file: OpenFile
    ) throws(MediaError) -> WorkerAnswer {
        let question = CutQuestion(of: self)
        let cut = try Cut(frames, mode, of: file, order.index, to: order.path) {
            !question.goesOn(.asking)
        }
        return .planned(cut.plan)
    }

    /// Writes the cut that was taken to a descriptor, which is closed then.
    func write(_ cut: Cut, to descriptor: CInt) throws(MediaError) {
        defer { close(descriptor) }
        let question = CutQuestion(of: self)
        try cut.write(to: descriptor) { question.goesOn(.cutting(progress: $0)) }
    }

    /// Asks now and then whether to go on: often enough for whoever watches and for the deadline,
    /// and so rarely that it costs nothing.
    private final class CutQuestion {
        private let loop: WorkerLoop
        private var last: ContinuousClock.Instant?
        private var isWanted = true
        private static let pause = Duration.milliseconds(50)

        init(of loop: WorkerLoop) { self.loop = loop }

        func goesOn(_ question: WorkerAnswer) -> Bool {
            let isDue = last.map { .now - $0 >= Self.pause } ?? true
            guard isWanted, isDue else { return isWanted }
            isWanted = loop.isWanted(question)
            last = .now
            return isWanted
        }
    }
}
