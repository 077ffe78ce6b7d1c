import Foundation
public import Testing

/// The folder that belongs to the running test.
public enum Scratch {
    @TaskLocal fileprivate static var current: String?

    /// The folder's absolute path, without a slash at the end.
    ///
    /// - Precondition: The test has the trait `.scratchDirectory`.
    public static var directory: String {
        guard let current else { preconditionFailure("the test needs the .scratchDirectory trait") }
        return current
    }

    /// Writes a file into the folder, by default a while ago, and returns its absolute path.
    public static func write(
        _ bytes: some Sequence<UInt8>,
        to name: String,
        secondsAgo: Double = 60
    ) throws -> String {
        let path = "\(directory)/\(name)"
        try Data(bytes).write(to: URL(filePath: path))
        let date = Date().addingTimeInterval(-secondsAgo)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        return path
    }
}

/// Gives each test case an empty folder of its own and removes it afterwards.
public struct ScratchDirectory: TestTrait, SuiteTrait, TestScoping {
    /// Applies to every test of a suite, not to the suite as a whole.
    public var isRecursive: Bool { true }

    /// Runs `body` with ``Scratch/directory`` set.
    @concurrent public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing body: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let folder = URL.temporaryDirectory.appending(path: "vernier-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await Scratch.$current.withValue(folder.path(percentEncoded: false)) {
            try await body()
        }
    }
}

extension Trait where Self == ScratchDirectory {
    /// Gives each test case an empty folder of its own, ``Scratch/directory``.
    public static var scratchDirectory: Self { ScratchDirectory() }
}
