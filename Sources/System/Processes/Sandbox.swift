import CSystem
import Glibc

/// Restricts a worker's process before it reads untrusted files.
///
/// From then on it can use the descriptors it has or receives, allocate memory, start threads and
/// exit. It is killed when the process that started it ends.
package enum Sandbox {
    /// Bytes of address space: enough for several decoders of the largest pictures.
    private static let addresses: rlim_t = 4 << 30
    /// The most descriptors it may have open.
    private static let descriptors: rlim_t = 32

    /// Applies all restrictions, which cannot be undone.
    ///
    /// Code that opens files at its first use has to be called before.
    ///
    /// - Parameters:
    ///   - bytes: The largest size of a written file in bytes; beyond it, writing fails.
    ///   - isBounded: Whether to limit the address space, which does not work with sanitizers.
    /// - Returns: The names of the protections that this system lacks.
    package static func enter(
        writing bytes: UInt64 = 0,
        boundingMemory isBounded: Bool = true
    ) -> [String] {
        var lacking: [String] = []
        if vn_drop_privileges() != 0 { lacking.append("no new privileges") }
        let limits: [(__rlimit_resource, rlim_t)] = [
            (RLIMIT_NOFILE, descriptors), (RLIMIT_CORE, 0), (RLIMIT_FSIZE, rlim_t(bytes)),
        ]
        let all = isBounded ? limits + [(RLIMIT_AS, addresses)] : limits
        if !all.allSatisfy({ ThisProcess.lower($0, to: $1) }) { lacking.append("resource limits") }
        if vn_restrict_files() != 0 { lacking.append("Landlock") }
        do throws(SystemFailure) {
            try CallFilter(for: getpid()).load()
        } catch {
            lacking.append("seccomp")
        }
        return lacking
    }
}
