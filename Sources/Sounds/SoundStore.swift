package import Media
import Synchronization
import System
package import Timeline

/// A cache on disk of the tracks of sounds: where their samples are, and how loud they are.
///
/// A track is used only if the file, the clock and FFmpeg's versions are those that it was made with,
/// and if it is undamaged; otherwise it counts as missing. Failing to write is not an error: the
/// sound is decoded again. Safe on every thread, and with other processes on the same folder.
package final class SoundStore: Sendable {
    private let folder: StoreFolder
    private let byteLimit: Int
    private let log: LogOnce
    /// Bytes of the longest track that is read.
    private static let longest = 128 << 20

    /// Creates a store in a folder, which is made when the first track is written.
    ///
    /// - Parameters:
    ///   - folder: The folder; other files in it are left alone.
    ///   - byteLimit: Bytes of all tracks together; the least recently used are removed first.
    ///   - log: Called once when tracks cannot be written.
    package init(
        folder: String,
        byteLimit: Int,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.folder = StoreFolder(path: folder, ending: ".vnsd")
        self.byteLimit = byteLimit
        self.log = LogOnce(log)
    }

    /// The track of a sound of `file`, if it is stored and valid.
    package func track(of job: SoundJob, in file: OpenFile) -> SoundTrack? {
        let key = job.key(in: file)
        let name = Fingerprint.name(of: key)
        guard let bytes = folder.read(name, atMost: min(byteLimit, Self.longest)),
            let stored = try? StoredSound(decoding: bytes), stored.key == key
        else { return nil }
        folder.touch(name)
        return stored.track
    }

    /// Whether there is a file of the track of a sound, which need not be valid.
    package func mayHold(_ job: SoundJob, in file: OpenFile) -> Bool {
        folder.file(Fingerprint.name(of: job.key(in: file))) != nil
    }

    /// Stores a track, unless the file has changed meanwhile.
    package func keep(_ track: SoundTrack, of job: SoundJob, in file: OpenFile) {
        guard file.isUnchanged else { return }
        let key = job.key(in: file)
        let bytes = StoredSound.encode(key: key, media: job.name, track)
        guard bytes.count <= min(byteLimit, Self.longest) else { return }
        do throws(StoreFolder.Failure) {
            try folder.write(bytes, to: Fingerprint.name(of: key))
            folder.sweep()
            for item in StoreFolder.surplus(of: folder.items, beyond: byteLimit) {
                try folder.remove(item.name)
            }
        } catch {
            log.report("\(folder.path): no sound is kept: \(error.reason)")
        }
    }

    /// One stored track.
    package struct Entry: Equatable, Sendable {
        /// The media's name when it was decoded; `nil` when it cannot be read.
        package let media: String?
        /// Bytes on disk.
        package let bytes: Int
        /// When it was stored or used last, in seconds since 1970.
        package let lastUse: Int
    }

    /// What is stored, the most recently used first.
    package var entries: [Entry] {
        folder.items.sorted { $0.lastUse > $1.lastUse }.map { item in
            let bytes = folder.read(item.name, atMost: min(byteLimit, Self.longest))
            let stored = bytes.flatMap { try? StoredSound(decoding: $0) }
            return Entry(
                media: stored?.media,
                bytes: item.bytes,
                lastUse: Int(item.lastUse.components.seconds)
            )
        }
    }

    /// Removes every track.
    ///
    /// - Returns: How many were removed.
    /// - Throws: ``MediaError/cannotClear(folder:reason:)`` when one cannot be removed.
    package func clear() throws(MediaError) -> Int {
        let items = folder.items
        for item in items {
            do throws(StoreFolder.Failure) {
                try folder.remove(item.name)
            } catch {
                throw .cannotClear(folder: folder.path, reason: error.reason)
            }
        }
        return items.count
    }
}
