/// The checks of a WebSocket handshake, none of which libwebsockets makes.
extension AccessRules {
    static let socketPath = "/api/v1/scrub"
    static let socketProtocol = "vernier.v1"

    /// Checks a request that asks for a WebSocket.
    func verdict(onUpgrade head: RequestHead) -> Verdict {
        Verdict(
            [
                refuseVersion, refuseHost, refuseOrigin, refuseSocketMethod, refuseBody, refusePath,
                refuseUnauthorized, refuseSocketPath, refuseConnection, refuseSocketVersion,
                refuseKey, refuseProtocol,
            ],
            on: head
        )
    }

    /// Browsers always send Origin; a client without it is not a browser.
    private func refuseOrigin(_ head: RequestHead) -> Refusal? {
        let origins = head[.origin]
        if origins.isEmpty { return nil }
        if origins.count == 1, self.origins.contains(origins[0].lowercased()) { return nil }
        return .forbidden("pages of that origin may not open a socket here")
    }

    private func refuseSocketMethod(_ head: RequestHead) -> Refusal? {
        head.method == .get ? nil : .method(allowed: "GET")
    }

    private func refuseSocketPath(_ head: RequestHead) -> Refusal? {
        if head.path == Self.socketPath { return nil }
        return Refusal(status: 404, title: "Not Found", detail: "there is no socket at this path")
    }

    private func refuseConnection(_ head: RequestHead) -> Refusal? {
        guard head.version == "HTTP/1.1" else { return .malformed("a WebSocket needs HTTP/1.1") }
        // libwebsockets reads at most 127 bytes of it and closes the connection on more.
        if let connection = head.joined(.connection), connection.utf8.count < 128,
            head.list(.connection).contains(where: { $0.lowercased() == "upgrade" })
        {
            return nil
        }
        return .malformed("Connection does not say upgrade")
    }

    private func refuseSocketVersion(_ head: RequestHead) -> Refusal? {
        head[.socketVersion] == ["13"] ? nil : .upgrade("the version of WebSocket here is 13")
    }

    private func refuseKey(_ head: RequestHead) -> Refusal? {
        guard head[.socketKey].count == 1, Self.isKey(head[.socketKey][0]) else {
            return .malformed("Sec-WebSocket-Key is not 16 bytes in base64")
        }
        return nil
    }

    private func refuseProtocol(_ head: RequestHead) -> Refusal? {
        let offers = head.list(.socketProtocol)
        // libwebsockets closes the connection without an answer on names that it cannot parse.
        guard (head.joined(.socketProtocol) ?? "").utf8.count < 128,
            offers.allSatisfy(Self.isToken),
            offers.contains(Self.socketProtocol)
        else { return .malformed("Sec-WebSocket-Protocol does not offer \(Self.socketProtocol)") }
        return nil
    }

    /// Whether `text` is the base64 of exactly 16 bytes: 22 digits, the last of which
    /// has four bits to spare, and `==`.
    static func isKey(_ text: String) -> Bool {
        let digits = Array(text.utf8)
        return digits.count == 24 && digits[22...].allSatisfy { $0 == UInt8(ascii: "=") }
            && digits[..<22].allSatisfy(isBase64) && "AQgw".utf8.contains(digits[21])
    }

    private static func isBase64(_ digit: UInt8) -> Bool {
        isAlphanumeric(digit) || "+/".utf8.contains(digit)
    }

    /// Whether `text` is a subprotocol's name, of a length that libwebsockets takes.
    private static func isToken(_ text: String) -> Bool {
        (1..<64).contains(text.utf8.count)
            && text.utf8.allSatisfy { isAlphanumeric($0) || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
