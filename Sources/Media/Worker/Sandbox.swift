import CSandbox
import Glibc

/// What a process gives up before it reads a file that anybody may have made.
///
/// From then on it can read and write the descriptors it has or is given, take memory, start
/// threads and end. It dies with the process that started it.
public enum Sandbox {
    /// Bytes of addresses that the process may use: several decoders of the largest pictures.
    private static let addresses: rlim_t = 4 << 30
    /// Descriptors that it may have.
    private static let descriptors: rlim_t = 32

    /// Gives everything up, for good.
    ///
    /// Everything that opens files at its first use has to have been used before.
    ///
    /// - Parameters:
    ///   - bytes: How long a file may become that is written; beyond that writing fails.
    ///   - isBounded: Whether memory is bounded too, which sanitizers cannot bear.
    /// - Returns: What this system does not have, in words.
    public static func enter(
        writing bytes: UInt64 = 0,
        boundingMemory isBounded: Bool = true
    ) -> [String] {
        var lacking: [String] = []
        if vn_give_up_privileges() != 0 { lacking.append("no new privileges") }
        let limits: [(__rlimit_resource, rlim_t)] = [
            (RLIMIT_NOFILE, descriptors), (RLIMIT_CORE, 0), (RLIMIT_FSIZE, rlim_t(bytes)),
        ]
        let all = isBounded ? limits + [(RLIMIT_AS, addresses)] : limits
        if !all.allSatisfy({ limit($0, to: $1) }) { lacking.append("resource limits") }
        if vn_give_up_files() != 0 { lacking.append("Landlock") }
        if vn_give_up_calls() != 0 { lacking.append("seccomp") }
        return lacking
    }

    private static func limit(_ resource: __rlimit_resource, to most: rlim_t) -> Bool {
        var limit = rlimit(rlim_cur: most, rlim_max: most)
        return setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0
    }
}
