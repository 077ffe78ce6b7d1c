import Library
import Server
import System
import Transport

/// Where the server keeps what people did, which nobody could make again.
struct StateFolder: Equatable {
    /// The folder; `nil` keeps none.
    let path: String?

    /// The folder that systemd gives a service, or that the XDG Base Directory Specification leads
    /// to; both want absolute paths.
    init(environment: (String) -> String? = ThisProcess.variable) {
        let given = environment("STATE_DIRECTORY")?.split(separator: ":").first.map(String.init)
        let home = environment("XDG_STATE_HOME")
        let user = environment("HOME")
        path =
            if let given, given.hasPrefix("/") {
                given
            } else if let home, home.hasPrefix("/") {
                home + "/vernier"
            } else if let user, user.hasPrefix("/") {
                user + "/.local/state/vernier"
            } else {
                nil
            }
    }

    /// The store of what people mark, with what lay among the indexes until now.
    func markStore(after cache: IndexCache, telling log: Log) -> MarkStore? {
        guard let path else {
            log.tell(
                .problem(
                    .warning,
                    "marks are not kept: $STATE_DIRECTORY, $XDG_STATE_HOME or $HOME say where"
                )
            )
            return nil
        }
        let store = MarkStore(folder: path + "/marks")
        let old = cache.folder ?? IndexCache.defaultFolder(ThisProcess.variable)
        if let old { Self.move(old + "/marks", to: store, telling: log) }
        return store
    }

    private static func move(_ old: String, to store: MarkStore, telling log: Log) {
        do {
            let (moved, left) = try store.takeAll(from: MarkStore(folder: old))
            if moved > 0 {
                log.tell(
                    .problem(.info, "\(moved) files of marks moved from \(old) to \(store.path)")
                )
            }
            for file in left {
                let text = "\(file): not moved to \(store.path), where there are marks of this name"
                log.tell(.problem(.warning, text))
            }
        } catch {
            log.logError("marks stay where they were, and are not seen: \(error)")
        }
    }
}
