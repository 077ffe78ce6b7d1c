package import System
package import Timeline

/// What the server's side of a worker needs of a file and a cut that are read and written there.
extension OpenFile {
    /// The file that a worker was handed: a descriptor of it, or a socket over which it is read.
    convenience init(
        handed file: consuming OwnedDescriptor,
        name: String
    ) throws(MediaError) {
        guard file.descriptor.status?.kind == .socket else {
            try self.init(file, name: name)
            return
        }
        do throws(RemoteFault) {
            self.init(try RangeClient(file), name: name)
        } catch {
            throw .elsewhere(file: name, error)
        }
    }
}

extension Cut {
    /// Uses the plan that `plan` gets from a worker, once the request is known to be possible.
    package init(
        _ frames: ClosedRange<Int>,
        _ mode: CutMode,
        of file: OpenFile,
        _ index: MediaIndex,
        to path: String,
        overwriting: Bool,
        plannedBy plan: (CutJob) throws(MediaError) -> CutPlan
    ) throws(MediaError) {
        try Self.check(frames, mode, of: file, index, to: path)
        let job = CutJob(name: file.name, index: index, path: path)
        self.init(try plan(job), of: file, index, to: path, overwriting: overwriting)
    }

    /// The most bytes that a worker may write for it.
    package var mostBytes: Int64 { plan.mostBytes(of: file.size, index) }

    /// Has a worker fill a draft file, and renames it to its path; returns its length in bytes.
    ///
    /// `write` gets the source, what the worker has to know of the cut, and the draft.
    package func publish(
        unless isCancelled: () -> Bool,
        _ write: (_ source: OpenFile, CutJob, _ draft: Descriptor) throws(MediaError) -> Void
    ) throws(MediaError) -> Int64 {
        try publish(unless: isCancelled) { draft throws(MediaError) in
            try write(file, CutJob(name: file.name, index: index, path: path), draft)
        }
    }
}
