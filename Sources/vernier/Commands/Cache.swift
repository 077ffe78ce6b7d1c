import FoundationEssentials
import Media
import Wire

/// The command that looks after the stored indexes and previews.
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
        guard let indexes = place.store, let previews = PreviewFolder(in: place).store,
            let folder = place.folder
        else { return }
        switch action {
        case .list:
            let rows = indexes.entries.map(CacheDocument.Index.init)
            list(CacheDocument(folder: folder, rows, previews.entries.map { .init($0) }))
        case .clear:
            let (removed, packs) = (try indexes.clear(), try previews.clear())
            let report = CacheClearing(folder: folder, removed: removed, removedPacks: packs)
            let text = "Removed \(removed) indexes and \(packs) packs of previews from \(folder)\n"
            Output.write(Array((isJSON ? report.line : text).utf8))
        }
    }

    private func list(_ document: CacheDocument) {
        guard !isJSON else { return Output.write(Array(document.line.utf8)) }
        for index in document.indexes { print(index.bytes, index.used, index.media, "index") }
        for row in document.previews {
            let width = row.width.map { ", width \($0)" } ?? ""
            let quality = row.quality.map { ", quality \($0)" } ?? ""
            print(row.bytes, row.used, row.media, "\(row.frames) previews\(width)\(quality)")
        }
        let frames = document.previews.map(\.frames).reduce(0, +)
        let counts = "\(document.indexes.count) indexes and \(frames) previews"
        Output.print("\(counts), \(document.bytes) bytes in \(document.folder)")
    }

    private func print(_ bytes: Int, _ lastUse: Int, _ media: String?, _ what: String) {
        let used = Date(timeIntervalSince1970: Double(lastUse)).formatted(.iso8601)
        let room = String(repeating: " ", count: max(0, 10 - "\(bytes)".count))
        Output.print("\(room)\(bytes)  \(used)  \(media ?? "(cannot be read)"): \(what)")
    }
}

extension CacheDocument.Index {
    fileprivate init(_ entry: IndexStore.Entry) {
        self.init(media: entry.media, bytes: entry.bytes, used: entry.lastUse)
    }
}

extension CacheDocument.Previews {
    fileprivate init(_ entry: PreviewStore.Entry) {
        self.init(
            media: entry.media,
            width: entry.format?.width,
            quality: entry.format?.quality,
            frames: entry.previews,
            bytes: entry.bytes,
            used: entry.lastUse
        )
    }
}
