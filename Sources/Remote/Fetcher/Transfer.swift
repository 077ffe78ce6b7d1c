import CCurl
import Media

/// One order on its way through libcurl, with the redirects that it takes.
///
/// Owns its easy handle. Belongs to the fetcher's thread; libcurl holds a pointer to it while it
/// runs.
final class Transfer {
    let order: FetchOrder
    let easy: UnsafeMutableRawPointer
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var address: RemoteAddress
    private var rule: RedirectRule
    private var head = RangeAnswer()
    private var meaning: RangeAnswer.Meaning?
    private var received: Int64 = 0
    /// What has come of a list.
    private var list: [UInt8] = []
    /// Whether the transfer was ended by this side, as all that was asked for is told.
    private var isEnough = false
    /// Why the transfer was ended by this side.
    private var fault: RemoteFault?
    private let proxies: ProxySettings
    private let answers: AnswerBuffer

    /// The longest time until a connection is there, and in which next to nothing comes, in seconds.
    private static let (connecting, silence) = (10, 10)
    /// Bytes a second that are next to nothing, and seconds that a part of a file may take.
    private static let (trickle, longest) = (1000, 120)
    private static let nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    /// Bytes of an answer that is of no use, after which its connection is closed.
    private static let uselessBytes: Int64 = 64 << 10

    /// Prepares an order; `nil` where its address is none.
    init?(
        _ order: FetchOrder,
        trusting certificates: String?,
        by proxies: ProxySettings,
        telling answers: AnswerBuffer
    ) {
        guard let address = try? RemoteAddress(order.address), let easy = curl_easy_init() else {
            return nil
        }
        (self.order, self.address, self.easy, self.answers) = (order, address, easy, answers)
        self.proxies = proxies
        rule = RedirectRule(named: Set(order.named))
        setOptions()
        if let certificates {
            vn_set_text(easy, CURLOPT_CAINFO, certificates)
            vn_set_text(easy, CURLOPT_PROXY_CAINFO, certificates)
        }
        guard (try? go()) != nil else { return nil }
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headers)
    }

    /// What comes of a transfer that libcurl has ended; `nil` where it goes on elsewhere.
    func finish(_ code: CURLcode) -> FetchAnswer? {
        if isEnough { return .end(order.id) }
        if fault == nil, code == CURLE_OK, case .redirect = meaning {
            do throws(RemoteFault) {
                try follow()
                return nil
            } catch {
                fault = error
            }
        }
        guard let fault = fault ?? refusal ?? proxyFault ?? RemoteFault(code) ?? rest else {
            return order.form.map(page) ?? .end(order.id)
        }
        let seconds = Int(clamping: vn_retry_after(easy))
        return .failed(order.id, fault, retryAfter: seconds)
    }

    private func page(as form: FolderPage.Form) -> FetchAnswer {
        do throws(RemoteFault) {
            return .listed(order.id, try FolderPage(list, as: form))
        } catch {
            return .failed(order.id, error, retryAfter: 0)
        }
    }

    /// What the head says against the order.
    private var refusal: RemoteFault? {
        if case .fault(let fault) = meaning { fault } else { nil }
    }

    /// What is wrong with an answer that has ended well.
    private var rest: RemoteFault? {
        switch meaning {
        case .bytes(let count, _): received == count ? nil : .broken
        case .list: nil
        default: .lying
        }
    }

    private func follow() throws(RemoteFault) {
        guard let location = vn_redirect_url(easy) else { throw .lying }
        address = try rule.follow(from: address, to: String(cString: location))
        (head, meaning, received) = (RangeAnswer(), nil, 0)
        try go()
    }

    /// Has libcurl ask for the address, by the proxy that is in between, if any.
    private func go() throws(RemoteFault) {
        let proxy = proxies.proxy(for: address)
        try rule.go(to: address, byProxy: proxy != nil)
        vn_set_text(easy, CURLOPT_URL, address.text)
        // An empty text is none, whatever variables say.
        vn_set_text(easy, CURLOPT_PROXY, proxy ?? "")
        vn_set_text(easy, CURLOPT_NOPROXY, "")
    }

    /// What a proxy says against a connection through it.
    private var proxyFault: RemoteFault? {
        let status = vn_connect_status(easy)
        return status == 0 || (200...299).contains(status) ? nil : .proxy(status)
    }
}

// MARK: - Options

extension Transfer {
    private func setOptions() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        vn_set_callbacks(easy, context, takeHead, takeBody, openSocket, admitConnection)
        if order.form == nil, order.extent != .whole {
            vn_set_text(easy, CURLOPT_RANGE, "\(order.first)-\(order.last)")
        }
        vn_set_text(easy, CURLOPT_USERAGENT, "vernier")
        vn_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        let numbers: [(CURLoption, Int)] = [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_HTTP09_ALLOWED, 0),
            (CURLOPT_CONNECTTIMEOUT, Self.connecting), (CURLOPT_LOW_SPEED_LIMIT, Self.trickle),
            (CURLOPT_LOW_SPEED_TIME, Self.silence),
            (CURLOPT_TIMEOUT, order.extent == .whole ? 0 : Self.longest),
            (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS)),
            (CURLOPT_BUFFERSIZE, AnswerBuffer.piece),
            (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
        ]
        for (option, number) in numbers { vn_set_number(easy, option, number) }
        if let signature = order.signature { sign(with: signature) }
        setHeaders()
    }

    private func sign(with signature: FetchOrder.Signature) {
        vn_set_text(easy, CURLOPT_AWS_SIGV4, "aws:amz:\(signature.region):s3")
        vn_set_text(easy, CURLOPT_USERNAME, signature.key.id)
        vn_set_text(easy, CURLOPT_PASSWORD, signature.key.secret)
    }

    private func setHeaders() {
        var lines = ["Accept-Encoding: identity"]
        if let tag = order.version?.tag {
            lines.append("If-Match: \(tag)")
        } else if let modified = order.version?.modified {
            lines.append("If-Unmodified-Since: \(modified)")
        }
        if let signature = order.signature {
            // The SHA-256 of no bytes, which is what is sent.
            lines.append("x-amz-content-sha256: \(Self.nothing)")
            if let token = signature.key.token { lines.append("x-amz-security-token: \(token)") }
        }
        for line in lines { headers = curl_slist_append(headers, line) }
        vn_set_headers(easy, headers)
    }
}

// MARK: - What libcurl tells

extension Transfer {
    /// Takes a line of the head; `false` ends the transfer.
    fileprivate func take(line: UnsafeRawBufferPointer) -> Bool {
        guard head.take(line: String(decoding: line, as: UTF8.self)) else {
            fault = .lying
            return false
        }
        return true
    }

    /// Takes bytes of the body; `false` ends the transfer.
    fileprivate func take(body: UnsafeRawBufferPointer) -> Bool {
        received += Int64(body.count)
        switch understood {
        case .bytes(_, let version) where version.isWhole && order.extent == .probe:
            isEnough = true
            return false
        case .bytes(let count, _):
            guard received <= count else { return end(.lying) }
            answers.add(body, of: order.id)
            return true
        case .list:
            guard received <= FolderPage.byteLimit else { return end(.noListing) }
            list += body
            return true
        case .redirect: return received <= Self.uselessBytes || end(.lying)
        case .fault(let fault): return received <= Self.uselessBytes || end(fault)
        }
    }

    private func end(_ fault: RemoteFault) -> Bool {
        self.fault = fault
        return false
    }

    /// What the head means, which is told with the first byte that follows it.
    private var understood: RangeAnswer.Meaning {
        if let meaning { return meaning }
        let found = head.meaning(for: order)
        meaning = found
        if case .bytes(_, let version) = found { answers.tell(.head(order.id, version)) }
        return found
    }

    /// Takes the head of an answer without a body.
    func finishHead() { _ = understood }

    fileprivate func admits(_ bytes: [UInt8], count: Int32) -> Bool {
        if rule.admits(IPAddress(Array(bytes.prefix(Int(count))))) { return true }
        fault = .misled
        return false
    }
}

/// The transfer that libcurl passes to a callback.
private func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer {
    Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
}

private func takeHead(
    bytes: UnsafeMutablePointer<CChar>?,
    size: Int,
    count: Int,
    context: UnsafeMutableRawPointer?
) -> Int {
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return transfer(context).take(line: line) ? line.count : 0
}

private func takeBody(
    bytes: UnsafeMutablePointer<CChar>?,
    size: Int,
    count: Int,
    context: UnsafeMutableRawPointer?
) -> Int {
    let body = UnsafeRawBufferPointer(start: bytes, count: size * count)
    guard !body.isEmpty else { return 0 }
    return transfer(context).take(body: body) ? body.count : 0
}

private func openSocket(
    context: UnsafeMutableRawPointer?,
    purpose: curlsocktype,
    address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = vn_address_bytes(address, &bytes)
    guard transfer(context).admits(bytes, count: count) else { return CURL_SOCKET_BAD }
    return vn_open_socket(address)
}

private func admitConnection(
    context: UnsafeMutableRawPointer?,
    theirs: UnsafeMutablePointer<CChar>?,
    ours: UnsafeMutablePointer<CChar>?,
    theirPort: CInt,
    ourPort: CInt
) -> CInt {
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = vn_parse_address(theirs, &bytes)
    let isAdmitted = transfer(context).admits(bytes, count: count)
    return isAdmitted ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}
