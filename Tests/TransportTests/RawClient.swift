import Glibc

@testable import System
@testable import Transport

/// A client that writes any bytes it likes, with blocking calls that give up after a while.
final class RawClient {
    private let descriptor: CInt
    private var input: [UInt8] = []

    struct Answer: Equatable {
        var status: Int
        var headers: [String: String]
        var body: [UInt8] = []

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    struct Frame: Equatable {
        var opcode: UInt8
        var payload: [UInt8]

        /// The code of a close frame.
        var closeCode: Int? {
            opcode == 8 && payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil
        }

        var text: String { String(decoding: payload, as: UTF8.self) }
    }

    enum Failure: Error {
        case cannotConnect, timedOut, closed, malformed(String)
    }

    init(port: Int, seconds: Int = 15) throws {
        descriptor = Self.makeSocket(AF_INET, seconds: seconds)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw Failure.cannotConnect }
    }

    /// A client of a socket in the file system.
    init(path: String, seconds: Int = 15) throws {
        descriptor = Self.makeSocket(AF_UNIX, seconds: seconds)
        let code = UnixAddress(path: path)?.withPointer { connect(descriptor, $0, $1) }
        guard code == 0 else { throw Failure.cannotConnect }
    }

    deinit { close(descriptor) }

    private static func makeSocket(_ family: CInt, seconds: Int) -> CInt {
        let descriptor = Glibc.socket(family, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
        return descriptor
    }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure.closed }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads one answer; `hasBody` is false after HEAD.
    func answer(hasBody: Bool = true) throws -> Answer {
        while input.firstRange(of: Array("\r\n\r\n".utf8)) == nil { try fill() }
        let end = input.firstRange(of: Array("\r\n\r\n".utf8))!
        let lines = String(decoding: input[..<end.lowerBound], as: UTF8.self)
            .split(separator: "\r\n")
        input.removeSubrange(..<end.upperBound)
        var answer = try Self.head(lines)
        if hasBody, let length = answer.headers["content-length"].flatMap(Int.init) {
            answer.body = try take(length)
        }
        return answer
    }

    /// Reads one unmasked frame.
    func frame() throws -> Frame {
        let head = try take(2)
        var length = Int(head[1] & 0x7F)
        if length >= 126 {
            length = try take(length == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) }
        }
        return Frame(opcode: head[0] & 0x0F, payload: try take(length))
    }

    /// Whether the server has closed, after at most the time limit, with nothing more to say.
    func isClosed() -> Bool {
        guard input.isEmpty else { return false }
        do {
            try fill()
            return false
        } catch Failure.closed {
            return true
        } catch {
            return false
        }
    }

    /// A masked frame; `claiming` puts another length in the head than the payload's.
    static func frame(
        _ payload: [UInt8],
        opcode: UInt8 = 1,
        isFinal: Bool = true,
        claiming: Int? = nil
    ) -> [UInt8] {
        let length = claiming ?? payload.count
        var bytes: [UInt8] = [(isFinal ? 0x80 : 0) | opcode]
        switch length {
        case 0..<126: bytes.append(0x80 | UInt8(length))
        case 126..<65536: bytes += [0xFE, UInt8(length >> 8), UInt8(length & 0xFF)]
        default:
            bytes += [0xFF] + (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) }
        }
        let mask: [UInt8] = [0x5A, 0x12, 0xC3, 0x99]
        return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
    }

    private static func head(_ lines: [Substring]) throws -> Answer {
        let words = lines[0].split(separator: " ")
        guard words.count >= 2, words[0] == "HTTP/1.1" || words[0] == "HTTP/1.0",
            let status = Int(words[1])
        else { throw Failure.malformed(String(lines[0])) }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            let value = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
            headers[parts[0].lowercased()] = value
        }
        return Answer(status: status, headers: headers)
    }

    private func take(_ count: Int) throws -> [UInt8] {
        while input.count < count { try fill() }
        defer { input.removeFirst(count) }
        return Array(input.prefix(count))
    }

    private func fill() throws {
        var buffer = [UInt8](repeating: 0, count: 256 * 1024)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count > 0 {
            input += buffer[..<count]
        } else if count < 0, errno == EAGAIN {
            throw Failure.timedOut
        } else {
            throw Failure.closed
        }
    }
}

extension RawClient {
    /// A client whose socket is open.
    static func socket(port: Int, seconds: Int = 15) throws -> RawClient {
        let client = try RawClient(port: port, seconds: seconds)
        try client.send(handshake(port: port))
        let answer = try client.answer()
        guard answer.status == 101 else { throw Failure.malformed("\(answer)") }
        return client
    }

    /// A right handshake, but for `changes`: `nil` leaves a field out.
    static func handshake(
        line: String = "GET /api/v1/scrub HTTP/1.1",
        port: Int,
        _ changes: [String: String?] = [:]
    ) -> String {
        var fields: [String: String?] = [
            "Host": "127.0.0.1:\(port)",
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Protocol": "vernier.v1",
        ]
        fields.merge(changes) { $1 }
        let lines = fields.compactMap { name, value in value.map { "\(name): \($0)" } }.sorted()
        return ([line] + lines).joined(separator: "\r\n") + "\r\n\r\n"
    }
}
