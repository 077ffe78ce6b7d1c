import Basics

/// Which proxy is asked for what lies at an address, as the variables say that curl goes by.
///
/// Decided here, with the rules of libcurl (“Environment variables” in `curl(1)`), and not by
/// libcurl itself: what can be checked of a redirect depends on it, see ``RedirectRule``. A proxy's
/// text may hold a password, so the fetcher alone has it.
package struct ProxySettings: Sendable {
    /// The variables.
    ///
    /// `HTTP_PROXY` is none, as programs of web servers get it from whoever asks.
    package static let names = [
        "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy",
        "NO_PROXY",
    ]

    private let proxies: [RemoteAddress.Scheme: String]
    /// What is asked directly: names, addresses and networks; an asterisk stands for all.
    private let exceptions: [Substring]

    /// Takes the variables.
    ///
    /// - Parameter variable: The text of a variable, if that is set.
    package init(_ variable: (String) -> String? = { _ in nil }) {
        func first(_ names: [String]) -> String? {
            names.compactMap(variable).first { !$0.isEmpty }
        }
        let all = ["all_proxy", "ALL_PROXY"]
        let found: [RemoteAddress.Scheme: String?] = [
            .http: first(["http_proxy"] + all),
            .https: first(["https_proxy", "HTTPS_PROXY"] + all),
        ]
        proxies = found.compactMapValues { $0 }
        let list = first(["no_proxy", "NO_PROXY"]) ?? ""
        exceptions = list.split { $0 == "," || $0 == " " || $0 == "\t" }
    }

    /// The proxy that is asked for an address; `nil` where its server is.
    func proxy(for address: RemoteAddress) -> String? {
        exceptions.contains { Self.covers($0, address) } ? nil : proxies[address.scheme]
    }

    private static func covers(_ exception: Substring, _ address: RemoteAddress) -> Bool {
        if exception == "*" { return true }
        guard let literal = address.literal else { return isName(address.host, in: exception) }
        let parts = exception.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let network = IPAddress(text: String(parts[0])) else {
            return false
        }
        let bits = parts.count == 2 ? Int(parts[1]) : network.bitCount
        return bits.map { literal.isInNetwork(of: network, bits: $0) } ?? false
    }

    /// Whether a name is that of a domain, or one below it.
    private static func isName(_ name: String, in domain: Substring) -> Bool {
        let wanted = labels(Substring(domain.lowercased()))
        return !wanted.isEmpty && labels(Substring(name)).suffix(wanted.count) == wanted[...]
    }

    /// The parts of a name, without the dots that may stand before and after it.
    private static func labels(_ name: Substring) -> [Substring] {
        var name = name
        if name.first == "." { name.removeFirst() }
        if name.last == "." { name.removeLast() }
        return name.split(separator: ".", omittingEmptySubsequences: false)
    }
}

extension RemoteAddress {
    /// The IP address that stands in the place of a name; `nil` for a name.
    var literal: IPAddress? {
        let isBracketed = host.hasPrefix("[")
        return IPAddress(text: isBracketed ? String(host.dropFirst().dropLast()) : host)
    }

    /// Whether the text alone tells that not the whole internet reaches what it leads to: this
    /// machine's name, or an address, also in such forms as `127.1` that some resolve.
    var isPrivateByItself: Bool {
        if let literal { return !literal.isPublic }
        let last = host.split(separator: ".").last ?? ""
        return last == "localhost" || last.hasPrefix("0x") || last.allSatisfy(\.isNumber)
    }
}
