import Foundation
import Media
import Wire

/// The command that looks after the stored indexes.
struct Cache {
    /// What is to be done.
    enum Action: String {
        case list, clear
    }

    let action: Action
    let isJSON: Bool
    let place: IndexCache

    init(_ arguments: inout Arguments) throws(UsageError) {
        place = try IndexCache(&arguments)
        isJSON = arguments.flag("--json")
        let word = try arguments.operandIfAny() ?? Action.list.rawValue
        guard let action = Action(rawValue: word) else {
            throw arguments.usage("“\(word)” is neither list nor clear")
        }
        self.action = action
        guard place.folder != nil else { throw arguments.usage("no folder keeps indexes") }
    }

    func run() throws {
        guard let store = place.store, let folder = place.folder else { return }
        switch action {
        case .list: list(CacheDocument(folder: folder, store.entries.map(CacheDocument.Row.init)))
        case .clear:
            let removed = try store.clear()
            guard isJSON else { return Output.print("Removed \(removed) indexes from \(folder)") }
            let report = CacheClearing(folder: folder, removed: removed)
            Output.write(report.json() + [UInt8(ascii: "\n")])
        }
    }

    private func list(_ document: CacheDocument) {
        guard !isJSON else { return Output.write(document.json() + [UInt8(ascii: "\n")]) }
        for row in document.indexes {
            let used = Date(timeIntervalSince1970: Double(row.used)).formatted(.iso8601)
            let size = String(repeating: " ", count: max(0, 10 - "\(row.bytes)".count))
            Output.print("\(size)\(row.bytes)  \(used)  \(row.media ?? "(cannot be read)")")
        }
        let count = document.indexes.count
        Output.print("\(count) indexes, \(document.bytes) bytes in \(document.folder)")
    }
}

extension CacheDocument.Row {
    fileprivate init(_ entry: IndexStore.Entry) {
        self.init(media: entry.media, bytes: entry.bytes, used: entry.lastUse)
    }
}
