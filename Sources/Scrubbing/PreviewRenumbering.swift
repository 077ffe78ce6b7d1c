import Pictures

extension PreviewFlow {
    /// Gives all frames the numbers that they have in a newer index, by which no picture of the
    /// numbers before can pass for one of another frame.
    ///
    /// - Parameter number: The number of a frame in the newer index; `nil` where it is not there.
    mutating func renumber(_ number: (Int) -> Int?) {
        target = target?.renumbered(number)
        unprefetched = unprefetched?.renumbered(number)
        decoding = decoding.map { $0.renumbered(number) ?? $0.lost }
        glances.renumber(number)
        early.renumber(number)
        speed.renumber(number)
        passedTargets.renumber(number)
        window.renumber(number)
        if let (frame, seq, isExact) = ready {
            ready = number(frame.number).map { (frame.numbered($0), seq, isExact) }
        }
        if let picture = shown {
            shown = number(picture.frame).map { .init(frame: $0, format: picture.format) }
        }
    }
}
