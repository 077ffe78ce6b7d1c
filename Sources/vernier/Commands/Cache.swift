import FoundationEssentials
import Library
import Media
import Pictures
import Remote
import Sounds
import System
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
        place = try IndexCache(arguments)
        isJSON = try arguments[Options.Cache.json]
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
            let sounds = place.soundStore(telling: Output.warn)?.entries ?? []
            let packs = previews.entries.map(CacheDocument.Previews.init)
            let (count, bytes) = place.blockStore(telling: Output.warn)?.size ?? (0, 0)
            let blocks = CacheDocument.Blocks(count: count, bytes: bytes)
            let known = sounds.map(CacheDocument.Sound.init)
            list(CacheDocument(folder: folder, rows, packs, known, blocks))
        case .clear:
            let (removed, packs) = (try indexes.clear(), try previews.clear())
            let sounds = try place.soundStore(telling: Output.warn)?.clear() ?? 0
            let blocks = try place.blockStore(telling: Output.warn)?.clear() ?? 0
            let report = CacheClearing(
                folder: folder,
                removed: removed,
                removedPacks: packs,
                removedSounds: sounds,
                removedBlocks: blocks
            )
            let rest = "\(sounds) sounds and \(blocks) blocks of media elsewhere"
            let what = "\(removed) indexes, \(packs) packs of previews, \(rest)"
            let text = "Removed \(what) from \(folder)\n"
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
        for sound in document.sounds { print(sound.bytes, sound.used, sound.media, "sound") }
        let frames = document.previews.map(\.frames).reduce(0, +)
        let counts = "\(document.indexes.count) indexes, \(frames) previews"
        let (sounds, blocks) = (document.sounds.count, document.blocks.count)
        let rest = "\(sounds) sounds and \(blocks) blocks of media elsewhere"
        Output.print("\(counts), \(rest), \(document.bytes) bytes in \(document.folder)")
    }

    private func print(_ bytes: Int, _ lastUse: Int, _ media: String?, _ what: String) {
        let used = Date(timeIntervalSince1970: Double(lastUse)).formatted(.iso8601)
        let size = "\(bytes)".aligned(right: 10)
        Output.print("\(size)  \(used)  \(media ?? "(cannot be read)"): \(what)")
    }
}

extension CacheDocument.Index {
    fileprivate init(_ entry: IndexStore.Entry) {
        self.init(media: entry.media, bytes: entry.bytes, used: entry.lastUse)
    }
}

extension CacheDocument.Sound {
    fileprivate init(_ entry: SoundStore.Entry) {
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

/// How much of previews is kept.
enum PreviewLimit {
    case nothing
    case bytes(Int)

    /// Bytes that hold unless others are asked for.
    static let usual = 2 << 30
}

/// Where previews are kept: the options of the commands that make them.
struct PreviewFolder: Equatable {
    /// The folder; `nil` keeps none.
    let path: String?
    /// Bytes of all previews together.
    let byteLimit: Int

    /// Takes the options.
    init(_ arguments: Arguments, in cache: IndexCache) throws(UsageError) {
        self.init(try arguments[Options.previewCache], in: cache)
    }

    /// The folder in a cache, by default as it is without options.
    init(_ limit: PreviewLimit = Options.previewCache.absent, in cache: IndexCache) {
        switch limit {
        case .nothing: (path, byteLimit) = (nil, PreviewLimit.usual)
        case .bytes(let bytes): (path, byteLimit) = (Self.path(in: cache), bytes)
        }
    }

    /// The store, which tells on standard error when it cannot keep anything.
    var store: PreviewStore? { store(telling: Output.warn) }

    /// The store, which tells somebody when it cannot keep anything.
    func store(telling complain: @escaping @Sendable (String) -> Void) -> PreviewStore? {
        path.map { path in
            PreviewStore(folder: path, byteLimit: byteLimit, log: complain)
        }
    }

    private static func path(in cache: IndexCache) -> String? {
        cache.folder.map { $0 + "/previews" }
    }
}

/// Where indexes are kept: the options of every command that opens media.
struct IndexCache: Equatable {
    /// The folder; `nil` keeps none.
    let folder: String?
    /// Bytes of all indexes together.
    let byteLimit: Int
    /// Bytes of all blocks of media that lies elsewhere together.
    let remoteLimit: Int
    /// Whether files are downloaded as a whole whose servers send no parts.
    let takesWholes: Bool
    /// The endpoint of the store that buckets lie in, if it is named.
    let endpoint: String?

    /// Takes the options.
    init(
        _ arguments: Arguments,
        environment: (String) -> String? = ThisProcess.variable
    ) throws(UsageError) {
        let named = try arguments[Options.indexCache] ?? Self.defaultFolder(environment)
        let limit = try arguments[Options.indexCacheLimit]
        folder = named == "none" || named?.isEmpty == true ? nil : named
        byteLimit = limit << 20
        remoteLimit = try arguments[Options.remoteCache]
        endpoint = try arguments[Options.s3Endpoint]
        takesWholes = try arguments[Options.remoteWhole]
        guard !takesWholes || folder != nil else {
            let text = "--remote-whole needs a folder for --index-cache"
            throw arguments.usage(text, of: Options.remoteWhole)
        }
    }

    /// The store, which tells on standard error when it cannot keep anything.
    var store: IndexStore? { store(telling: Output.warn) }

    /// The store, which tells somebody when it cannot keep anything.
    func store(telling complain: @escaping @Sendable (String) -> Void) -> IndexStore? {
        folder.map { folder in
            IndexStore(folder: folder, byteLimit: byteLimit, log: complain)
        }
    }

    /// The store of what is known of sounds, which tells somebody when it cannot keep anything.
    func soundStore(telling complain: @escaping @Sendable (String) -> Void) -> SoundStore? {
        folder.map { folder in
            SoundStore(folder: folder + "/sounds", byteLimit: byteLimit, log: complain)
        }
    }

    /// The folder that the XDG Base Directory Specification leads to, which wants absolute paths.
    static func defaultFolder(_ environment: (String) -> String?) -> String? {
        if let cache = environment("XDG_CACHE_HOME"), cache.hasPrefix("/") {
            return cache + "/vernier"
        }
        guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
        return home + "/.cache/vernier"
    }
}
