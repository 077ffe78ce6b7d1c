import Media
import Testing

@testable import Remote

@Suite("Answers of servers") struct RangeAnswerTests {
    static let order = FetchOrder(
        id: 1,
        address: "https://h/x",
        first: 100,
        last: 199,
        version: RemoteVersion(size: 1000, tag: "\"a\""),
        named: []
    )

    /// What a server sends that does as RFC 9110 says, in section 14.4.
    static let good = [
        "HTTP/1.1 206 Partial Content", "Content-Range: bytes 100-199/1000",
        "Content-Length: 100", "ETag: \"a\"",
    ]

    private func meaning(_ lines: [String], _ order: FetchOrder = order) -> RangeAnswer.Meaning {
        var answer = RangeAnswer()
        for line in lines + [""] { _ = answer.take(line: line + "\r\n") }
        return answer.meaning(for: order)
    }

    private func with(_ name: String, _ value: String?) -> [String] {
        Self.good.filter { !$0.lowercased().hasPrefix(name.lowercased() + ":") }
            + (value.map { ["\(name): \($0)"] } ?? [])
    }

    @Test func `bring the bytes that were asked for`() {
        #expect(meaning(Self.good) == .bytes(count: 100, RemoteVersion(size: 1000, tag: "\"a\"")))
    }

    @Test func `may follow others`() {
        let lines = ["HTTP/1.1 100 Continue", "ETag: \"b\"", ""] + Self.good
        #expect(meaning(lines) == .bytes(count: 100, RemoteVersion(size: 1000, tag: "\"a\"")))
    }

    @Test func `end with the file`() {
        var order = Self.order
        (order.last, order.version) = (2000, nil)
        let lines = ["HTTP/2 206", "content-range: bytes 100-999/1000", "etag: \"a\""]
        #expect(
            meaning(lines, order) == .bytes(count: 900, RemoteVersion(size: 1000, tag: "\"a\""))
        )
    }

    @Test(arguments: [
        ("Content-Range", nil), ("Content-Range", "bytes 99-198/1000"),
        ("Content-Range", "bytes 100-198/1000"), ("Content-Range", "bytes 100-200/1000"),
        ("Content-Range", "bytes 100-199/*"), ("Content-Range", "bytes */1000"),
        ("Content-Range", "bytes 100-199/150"), ("Content-Range", "items 100-199/1000"),
        ("Content-Range", "bytes -100-199/1000"), ("Content-Range", "bytes +100-199/1000"),
        ("Content-Range", "bytes 100-199/99999999999999999999"),
        ("Content-Length", "99"), ("Content-Length", "101"), ("Content-Length", "-1"),
        ("Content-Encoding", "gzip"), ("Content-Encoding", "br, identity"),
    ])
    func `that are not of the range are lies`(name: String, value: String?) {
        #expect(meaning(with(name, value)) == .fault(.lying))
    }

    @Test func `with two ranges are lies`() {
        let lines = Self.good + ["Content-Range: bytes 0-99/1000"]
        #expect(meaning(lines) == .fault(.lying))
    }

    @Test(arguments: [
        ("ETag", "\"b\""), ("ETag", "W/\"a\""), ("Content-Range", "bytes 100-199/1001"),
    ])
    func `of another version say that it has changed`(name: String, value: String) {
        let lines = with(name, value) + ["Last-Modified: Tue, 14 Nov 2023 22:13:20 GMT"]
        #expect(meaning(lines) == .fault(.changed))
    }

    @Test func `without a version are of no use`() {
        #expect(meaning(with("ETag", nil)) == .fault(.noVersion))
        #expect(meaning(with("ETag", "W/\"a\"")) == .fault(.noVersion))
    }

    @Test(arguments: [
        (200, RemoteFault.noRanges), (412, .changed), (416, .changed), (403, .status(403)),
        (404, .status(404)), (429, .busy(429)), (503, .busy(503)), (500, .status(500)),
        (204, .status(204)), (304, .status(304)), (407, .proxy(407)),
    ])
    func `of another status are told`(status: Int, fault: RemoteFault) {
        #expect(meaning(["HTTP/1.1 \(status) X", "Content-Length: 0"]) == .fault(fault))
    }

    /// A file without ranges, of which so much is asked for.
    private func whole(_ extent: FetchOrder.Extent, _ lines: [String]) -> RangeAnswer.Meaning {
        var order = Self.order
        order.extent = extent
        return meaning(["HTTP/1.1 200 OK"] + lines, order)
    }

    @Test func `with all of a file are taken where that was asked for`() {
        let lines = ["Content-Length: 1000", "ETag: \"a\""]
        let version = RemoteVersion(size: 1000, tag: "\"a\"", isWhole: true)
        #expect(whole(.range, lines) == .fault(.noRanges))
        for extent in [FetchOrder.Extent.probe, .whole] {
            #expect(whole(extent, lines) == .bytes(count: 1000, version))
            #expect(whole(extent, ["ETag: \"a\""]) == .fault(.noLength))
            #expect(whole(extent, ["Content-Length: 0", "ETag: \"a\""]) == .fault(.noLength))
            #expect(whole(extent, ["Content-Length: 1000", "ETag: \"b\""]) == .fault(.changed))
            #expect(whole(extent, ["Content-Length: 999", "ETag: \"a\""]) == .fault(.changed))
            #expect(whole(extent, ["Content-Length: 1000"]) == .fault(.noVersion))
            #expect(whole(extent, lines + ["Content-Encoding: gzip"]) == .fault(.lying))
        }
    }

    @Test func `with a part are none where all was asked for`() {
        var order = Self.order
        order.extent = .whole
        #expect(meaning(Self.good, order) == .fault(.status(206)))
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `lead elsewhere`(status: Int) {
        #expect(meaning(["HTTP/1.1 \(status) X", "Location: /"]) == .redirect)
    }

    @Test func `have a head of 32 KiB at most`() {
        var answer = RangeAnswer()
        let line = "X: " + String(repeating: "x", count: 1021)
        let taken = (0..<40).count { _ in answer.take(line: line) }
        #expect(taken == 32)
    }
}

@Suite("Orders that have failed") struct RetryPlanTests {
    private let began = ContinuousClock.now

    @Test func `are tried again after pauses that grow, until 20 seconds have passed`() {
        var (plan, now) = (RetryPlan(at: began), began)
        var pauses: [Duration] = []
        while let pause = plan.pause(after: .broken, retryAfter: 0, at: now) {
            pauses.append(pause)
            now += pause
        }
        #expect(pauses == [250, 500, 1000, 2000, 4000, 8000].map { .milliseconds($0) })
    }

    @Test func `wait as long as a server asks for`() {
        var plan = RetryPlan(at: began)
        let pauses = [7, 60, -5].map { plan.pause(after: .busy(429), retryAfter: $0, at: began) }
        #expect(pauses == [.seconds(7), nil, .seconds(1)])
    }

    @Test(arguments: [
        RemoteFault.untrusted, .noRanges, .noVersion, .changed, .lying, .misled, .status(404),
        .status(403), .status(501),
    ])
    func `that cannot succeed are given up`(fault: RemoteFault) {
        var plan = RetryPlan(at: began)
        let pause = plan.pause(after: fault, retryAfter: 0, at: began)
        #expect(pause == nil)
    }
}

@Suite("Messages to the fetcher") struct FetchMessageTests {
    @Test func `come as they were sent`() throws {
        let orders = [
            RangeAnswerTests.order,
            FetchOrder(id: 0, address: "", first: 0, last: .max, version: nil, named: ["a", "b"]),
            FetchOrder(
                id: .max,
                address: "ä",
                first: 5,
                last: 5,
                version: RemoteVersion(size: 1, modified: "now"),
                named: []
            ),
        ]
        var whole = RangeAnswerTests.order
        whole.extent = .whole
        whole.version?.isWhole = true
        for order in orders + [whole] {
            guard case .fetch(let read) = try FetchRequest(FetchRequest.fetch(order).bytes) else {
                Issue.record("no order")
                return
            }
            #expect(read == order)
        }
    }

    @Test func `are refused where they are cut off`() {
        let bytes = FetchRequest.fetch(RangeAnswerTests.order).bytes
        for count in 0..<bytes.count {
            #expect(throws: (any Error).self) { try FetchRequest(Array(bytes[..<count])) }
        }
    }
}
