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
    /// The same of a process that asks a network.
    private static let connections: rlim_t = 256

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
        if !setLimits(descriptors, writing: bytes, boundingMemory: isBounded) {
            lacking.append("resource limits")
        }
        if vn_restrict_files(nil, 0) != 0 { lacking.append("Landlock") }
        do throws(SystemFailure) {
            try CallFilter(for: getpid()).load()
        } catch {
            lacking.append("seccomp")
        }
        return lacking
    }

    /// Applies the restrictions of a process that asks a network, and opens no file but those at
    /// some paths and below them, to read them.
    ///
    /// - Returns: The names of the protections that this system lacks.
    package static func enter(
        networkedReading paths: [String],
        boundingMemory isBounded: Bool = true
    ) -> [String] {
        var lacking: [String] = []
        if vn_drop_privileges() != 0 { lacking.append("no new privileges") }
        if !setLimits(connections, writing: 0, boundingMemory: isBounded) {
            lacking.append("resource limits")
        }
        let files = paths.map { $0.withFileName { open($0, O_RDONLY | O_CLOEXEC) } }
            .filter { $0 >= 0 }
        if vn_restrict_files(files, files.count) != 0 { lacking.append("Landlock") }
        for file in files { close(file) }
        do throws(SystemFailure) {
            try CallFilter(for: getpid(), networked: true).load()
        } catch {
            lacking.append("seccomp")
        }
        return lacking
    }

    private static func setLimits(
        _ descriptors: rlim_t,
        writing bytes: UInt64,
        boundingMemory isBounded: Bool
    ) -> Bool {
        let limits: [(__rlimit_resource, rlim_t)] = [
            (RLIMIT_NOFILE, descriptors), (RLIMIT_CORE, 0), (RLIMIT_FSIZE, rlim_t(bytes)),
        ]
        let all = isBounded ? limits + [(RLIMIT_AS, addresses)] : limits
        return all.allSatisfy { ThisProcess.lower($0, to: $1) }
    }
}

extension Sandbox {
    /// Words what is logged where this system lacks protections.
    ///
    /// - Parameters:
    ///   - use: What the process does with media: `read`, `fetched`.
    ///   - lacking: What ``enter(writing:boundingMemory:)`` returned there.
    /// - Returns: The line; `nil` where nothing is lacking.
    package static func notice(media use: String, lacking: [String]) -> String? {
        guard !lacking.isEmpty else { return nil }
        let names = lacking.joined(separator: " and ")
        return "media is \(use) with less protection, because this system lacks \(names)"
    }
}
