import Media
import Synchronization
import System
import TestSupport
import Testing

@testable import Remote

@Suite("Files that are downloaded as a whole", .timeLimit(.minutes(2))) struct WholeFilesTests {
    /// Somebody who brings a file when a test says so.
    private final class Download: Sendable {
        private let receive = Mutex<(@Sendable (FetchNews) -> Void)?>(nil)

        func files(in folder: RemoteFolder) -> WholeFiles {
            WholeFiles(in: folder, noteWait: {}, cancel: { _ in }) { [self] _, receive in
                self.receive.withLock { $0 = receive }
                return 0
            }
        }

        func bring(_ news: FetchNews...) {
            for one in news { receive.withLock { $0 }?(one) }
        }

        /// Ends it without a word.
        func forget() { receive.withLock { $0 = nil } }
    }

    /// What comes after the last byte where the file is not to be kept.
    enum Ending: CaseIterable { case fault, lie, beginning, nothing }

    private let content = [UInt8](repeating: 7, count: 4 << 20)

    private func object(_ tag: Int = 0) throws -> RemoteObject {
        let version = RemoteVersion(size: Int64(content.count), tag: "\"\(tag)\"")
        return RemoteObject(try RemoteAddress("http://h/film.mp4"), version)
    }

    private func folder() -> RemoteFolder {
        RemoteFolder(path: Scratch.directory, byteLimit: 1 << 30)
    }

    @Test(.scratchDirectory)
    func `are kept although who reads them is gone with their last byte`() throws {
        let (folder, download) = (folder(), Download())
        for tag in 0..<10 {
            var files: WholeFiles? = download.files(in: folder)
            var file = files?.file(of: try object(tag))
            download.bring(.head(try object(tag).version), .bytes(content[...]), .end)
            #expect(file?.holds(Int64(content.count - 1)) == true)
            (file, files) = (nil, nil)
            #expect(folder.wholes.items.count == tag + 1)
        }
    }

    @Test(.scratchDirectory, arguments: Ending.allCases)
    func `keep nobody waiting that are not to be kept`(_ ending: Ending) throws {
        let (folder, download) = (folder(), Download())
        var files: WholeFiles? = download.files(in: folder)
        let file = try files?.file(of: object())
        download.bring(.head(try object().version), .bytes(content[...]))
        switch ending {
        case .fault: download.bring(.failed(.changed))
        case .lie: download.bring(.bytes([1]), .end)
        case .beginning: download.bring(.head(try object().version))
        case .nothing: download.forget()
        }
        let before = ContinuousClock.now
        files = nil
        #expect(ContinuousClock.now - before < .seconds(10))
        #expect(folder.wholes.items.isEmpty)
        withExtendedLifetime(file) {}
    }
}
