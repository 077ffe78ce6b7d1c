import Basics
import Synchronization
import System

/// A key for a store that speaks S3, which signs requests; nobody is told of it.
struct S3Key: Hashable, Sendable {
    let id, secret: String
    /// What a temporary key comes with.
    let token: String?

    /// Takes a key from settings of the AWS tools, whose names are in lower case; `nil` where there
    /// is none.
    init?(_ settings: [String: String]) {
        guard let id = settings["aws_access_key_id"], !id.isEmpty,
            let secret = settings["aws_secret_access_key"], !secret.isEmpty
        else { return nil }
        (self.id, self.secret, token) = (id, secret, settings["aws_session_token"])
    }

    init(id: String, secret: String, token: String?) {
        (self.id, self.secret, self.token) = (id, secret, token)
    }
}

/// What the AWS tools are told of an account: by the environment, and otherwise by their files.
///
/// See “Configuration and credential file settings” of the AWS tools. Safe on every thread.
package final class S3Account: Sendable {
    private struct Read {
        let time: ContinuousClock.Instant
        let key: S3Key?
    }

    private let variables: [String: String]
    private let last = Mutex<Read?>(nil)
    /// How long a key is used until its file is read again, which another program may renew.
    private static let renewal = Duration.seconds(60)
    /// The most bytes of a file that are read.
    private static let limit = 1 << 20
    /// The variables that are looked at.
    private static let names = [
        "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_PROFILE",
        "AWS_REGION", "AWS_DEFAULT_REGION", "AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE",
        "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "HOME",
    ]

    /// Takes the variables; files are read when something of them is needed.
    ///
    /// - Parameter variable: The text of a variable, if that is set.
    package init(_ variable: (String) -> String?) {
        let found = Self.names.compactMap { name in variable(name).map { (name, $0) } }
        variables = Dictionary(uniqueKeysWithValues: found.filter { !$0.1.isEmpty })
    }

    /// The region; blocks for the disk.
    package var region: String {
        variables["AWS_REGION"] ?? variables["AWS_DEFAULT_REGION"] ?? configuration["region"]
            ?? "us-east-1"
    }

    /// The store's endpoint, if it is not Amazon's; blocks for the disk.
    package var endpoint: String? {
        variables["AWS_ENDPOINT_URL_S3"] ?? variables["AWS_ENDPOINT_URL"]
            ?? configuration["endpoint_url"]
    }

    /// The key as it is now; `nil` where there is none, and requests are not signed.
    ///
    /// Blocks for the disk, at most once a minute.
    func key(at now: ContinuousClock.Instant = .now) -> S3Key? {
        let environment = variables.map { ($0.key.lowercased(), $0.value) }
        if let key = S3Key(Dictionary(uniqueKeysWithValues: environment)) { return key }
        return last.withLock { last in
            if let last, now - last.time < Self.renewal { return last.key }
            let key = S3Key(credentials) ?? S3Key(configuration)
            last = Read(time: now, key: key)
            return key
        }
    }

    private var profile: String { variables["AWS_PROFILE"] ?? "default" }

    private var credentials: [String: String] {
        settings("AWS_SHARED_CREDENTIALS_FILE", or: "credentials", of: profile)
    }

    private var configuration: [String: String] {
        let section = profile == "default" ? profile : "profile \(profile)"
        return settings("AWS_CONFIG_FILE", or: "config", of: section)
    }

    private func settings(
        _ variable: String,
        or name: String,
        of section: String
    ) -> [String: String] {
        let usual = variables["HOME"].map { $0 + "/.aws/" + name }
        guard let path = variables[variable] ?? usual,
            let file = try? FilePath(path).open(),
            let bytes = try? file.descriptor.read(atMost: Self.limit)
        else { return [:] }
        return Self.settings(in: String(decoding: bytes, as: UTF8.self), of: section)
    }

    /// The settings of a section of a file, whose names are in lower case.
    static func settings(in text: String, of section: String) -> [String: String] {
        var (found, isInside) = ([String: String](), false)
        for line in text.split(whereSeparator: \.isNewline) {
            let content = line.trimmed
            if content.hasPrefix("["), let end = content.firstIndex(of: "]") {
                isInside =
                    content[content.index(after: content.startIndex)..<end].trimmed == section
            } else if isInside, let equals = line.firstIndex(of: "="), !line.first!.isWhitespace,
                line.first != "#", line.first != ";"
            {
                let name = line[..<equals].trimmed.lowercased()
                found[name] = String(line[line.index(after: equals)...].trimmed)
            }
        }
        return found
    }
}
