import Basics
import ClipSupport
import Foundation
import Media
import System
import TestSupport
import Testing

@testable import Library

@Suite("The folders below the roots", .scratchDirectory)
struct FolderTreeTests {
    /// What is done to `media/a.mp4`, `media/sub/b.mp4` and `media/sub/deep/c.mp4`, what is there
    /// then, and how many folders have to be listed for that.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let names: [String]
        let listed: Int
        let make: @Sendable () throws -> Void

        init(
            _ text: String,
            _ names: [String],
            listed: Int,
            _ make: @escaping @Sendable () throws -> Void
        ) {
            (testDescription, self.names, self.listed, self.make) = (text, names, listed, make)
        }
    }

    static let all = ["a.mp4", "sub/b.mp4", "sub/deep/c.mp4"]

    static let changes = [
        Change("nothing", all, listed: 0) {},
        Change("a file comes", all + ["sub/d.mp4"], listed: 1) {
            try Folder.write("media/sub/d.mp4")
        },
        Change("a file goes", ["sub/b.mp4", "sub/deep/c.mp4"], listed: 1) {
            try Folder.remove("media/a.mp4")
        },
        Change("a file moves", ["a.mp4", "sub/deep/b.mp4", "sub/deep/c.mp4"], listed: 2) {
            try Folder.move("media/sub/b.mp4", to: "media/sub/deep/b.mp4")
        },
        Change("a folder comes", ["a.mp4", "new/n.mp4"] + all.dropFirst(), listed: 2) {
            try Folder.write("media/new/n.mp4")
        },
        Change("a folder goes", ["a.mp4"], listed: 1) { try Folder.remove("media/sub") },
        Change("a folder moves", ["a.mp4", "moved/b.mp4", "moved/deep/c.mp4"], listed: 3) {
            try Folder.move("media/sub", to: "media/moved")
        },
        Change("a folder takes another's place", ["a.mp4", "sub/x.mp4"], listed: 2) {
            try Folder.write("other/x.mp4")
            try Folder.remove("media/sub")
            try Folder.move("other", to: "media/sub")
        },
        Change("what is hidden or no media comes", all, listed: 0) {
            try Folder.write("media/notes.txt")
            try Folder.write("media/sub/.hidden.mp4")
            try Folder.write("media/.hidden/e.mp4")
        },
    ]

    @Test(arguments: changes)
    func `only those that have changed are listed again`(_ change: Change) throws {
        for name in Self.all { try Folder.write("media/\(name)") }
        var tree = FolderTree([try MediaRoot(Folder.path())], FolderLimits())
        let first = Self.names(in: tree)
        #expect(first == Self.all)
        let before = tree.listed
        try change.make()
        let hasChanged = tree.update()
        #expect(hasChanged == (change.listed > 0))
        let names = Self.names(in: tree)
        #expect(names == change.names.sorted())
        let (listed, isWatched) = (tree.listed - before, tree.isWatched)
        #expect(listed == change.listed)
        #expect(isWatched)
    }

    @Test func `what has come in a new folder is told of, too`() throws {
        try Folder.write("media/a.mp4")
        var tree = FolderTree([try MediaRoot(Folder.path())], FolderLimits())
        try Folder.write("media/sub/b.mp4")
        _ = tree.update()
        try Folder.write("media/sub/c.mp4")
        _ = tree.update()
        let names = Self.names(in: tree)
        #expect(names == ["a.mp4", "sub/b.mp4", "sub/c.mp4"])
    }

    @Test func `a file's length is the one that it has when it is closed`() throws {
        try Folder.write("media/a.mp4", bytes: 1)
        var tree = FolderTree([try MediaRoot(Folder.path())], FolderLimits())
        let file = try #require(FileHandle(forWritingAtPath: Folder.path("media/a.mp4")))
        try file.write(contentsOf: Data(repeating: 7, count: 50))
        try file.close()
        _ = tree.update()
        let lengths = tree.listing.entries.map(\.bytes)
        #expect(lengths == [50])
    }

    @Test func `folders that overlap are both kept up to date`() throws {
        try Folder.write("media/sub/a.mp4")
        let roots = try ["media", "media/sub", "media/sub/a.mp4"].map {
            try MediaRoot(Folder.path($0))
        }
        var tree = FolderTree(roots, FolderLimits())
        try Folder.write("media/sub/b.mp4")
        _ = tree.update()
        let both = Self.names(in: tree)
        #expect(both.count == 2, "by their ids, each is one")
        try Folder.remove("media/sub/a.mp4")
        _ = tree.update()
        let left = Self.names(in: tree)
        #expect(left.count == 1)
    }

    @Test(arguments: [(7, 7, true), (0, 0, true), (20, 20, false), (100, 20, false)])
    func `no more files are listed than are allowed, which is told`(
        limit: Int,
        count: Int,
        isCutOff: Bool
    ) throws {
        for number in 0..<20 { try Folder.write("media/\(number % 4)/\(number).mp4") }
        let tree = FolderTree([try MediaRoot(Folder.path())], FolderLimits(files: limit))
        let listing = tree.listing
        #expect(listing.entries.count == count)
        #expect(listing.isCutOff == isCutOff)
    }

    @Test func `no more folders are searched than are allowed, which is told`() throws {
        for number in 0..<20 { try Folder.write("media/\(number)/a.mp4") }
        let tree = FolderTree([try MediaRoot(Folder.path())], FolderLimits(folders: 6))
        let (listing, listed) = (tree.listing, tree.listed)
        #expect(listing.entries.count == 5 && listing.isCutOff && listed == 6)
    }

    @Test func `a folder beyond the limit of watches is found by a walk alone`() throws {
        try Folder.write("media/sub/a.mp4")
        var tree = FolderTree([try MediaRoot(Folder.path())], FolderLimits(watches: 1))
        let first = tree.listing
        #expect(!first.isWatched)
        try Folder.write("media/sub/b.mp4")
        let hasChanged = tree.update()
        #expect(!hasChanged)
        tree.walk()
        let names = Self.names(in: tree)
        #expect(names == ["sub/a.mp4", "sub/b.mp4"])
    }

    private static func names(in tree: borrowing FolderTree) -> [String] {
        tree.listing.entries.map(\.name)
    }
}

@Suite("The thread that watches folders", .timeLimit(.minutes(2)), .scratchDirectory)
struct FolderWatcherTests {
    @Test func `who asks is told of what has changed just before`() throws {
        try Folder.write("media/a.mp4")
        let folders = try Updates()
        #expect(folders.watcher.first.entries.map(\.name) == ["a.mp4"])
        for number in 0..<20 {
            try Folder.write("media/\(number)/b.mp4")
            #expect(try folders.asked(1).listing.entries.count == number + 2)
        }
    }

    @Test func `what has changed is told without being asked`() throws {
        try Folder.write("media/a.mp4")
        let folders = try Updates()
        try Folder.write("media/b.mp4")
        #expect(try folders.next().listing.entries.map(\.name) == ["a.mp4", "b.mp4"])
    }

    @Test func `who asks for what is not there has no folder listed`() throws {
        for number in 0..<4000 { try Folder.write("media/\(number % 40)/\(number).mp4") }
        let folders = try Updates()
        let before = folders.watcher.listed
        #expect(before == 41)
        for number in 0..<100 {
            #expect(try folders.asked(number).listing === folders.watcher.first)
        }
        #expect(folders.watcher.listed == before)
    }

    @Test func `roots that are named anew are walked through`() throws {
        try Folder.write("media/a.mp4")
        try Folder.write("other/b.mp4")
        let folders = try Updates()
        folders.watcher.reload([try MediaRoot(Folder.path("other"))])
        let update = try folders.next()
        #expect(update.isReloaded && update.listing.entries.map(\.name) == ["b.mp4"])
        try Folder.write("other/c.mp4")
        #expect(try folders.asked(1).listing.entries.count == 2)
    }

    /// A watcher, and what it reports.
    private final class Updates {
        let watcher: FolderWatcher
        private let results = Reports<LibraryReport>()

        init() throws {
            let mailbox = results.mailbox
            watcher = FolderWatcher([try MediaRoot(Folder.path())]) { mailbox.post(.listed($0)) }
        }

        func next() throws -> FolderUpdate {
            guard case .listed(let update) = try results.next() else {
                throw UnexpectedReport()
            }
            return update
        }

        /// Asks, and returns the answer; what is told besides is passed over.
        func asked(_ number: Int) throws -> FolderUpdate {
            let socket = SocketID(connection: Slot(index: number, generation: 0))
            let requester = ClientRequest.socket(socket)
            watcher.ask(requester)
            while true {
                let update = try next()
                if update.requesters == [requester] { return update }
            }
        }
    }
}

@Suite("Walks through folders that are not watched")
struct WalkScheduleTests {
    @Test(arguments: [
        (1, 0.9, true, false), (1, 1.1, true, true), (1, 9.9, false, false),
        (1, 10.1, false, true), (500, 4.9, true, false), (500, 5.1, true, true),
        (5000, 99.0, false, false), (5000, 101.0, false, true),
    ])
    func `take at most a tenth of the time`(
        _ milliseconds: Int,
        _ later: Double,
        _ isAsked: Bool,
        _ isDue: Bool
    ) {
        let end = ContinuousClock.now
        let schedule = WalkSchedule(from: end - .milliseconds(milliseconds), to: end)
        #expect(schedule.isDue(at: end + .seconds(later), isAsked: isAsked) == isDue)
    }
}
