import CCurl
import Media
package import System

/// The fetcher's side of the channel: asks servers for ranges of bytes, many at once, until the
/// process that started it closes the channel.
///
/// The only part of the program with a network. Belongs to the thread that calls
/// ``run(lacking:)``.
package final class FetcherLoop {
    private let channel: WorkerChannel
    private let certificates: String?
    private let proxies: ProxySettings
    private let multi: UnsafeMutableRawPointer
    private var transfers: [UInt64: Transfer] = [:]
    // Where the channel is closed, the next message meets that again.
    private lazy var answers = AnswerBuffer { [unowned self] answer in try? tell(answer) }
    /// Connections that are kept for the next order, and those at once to one server.
    private static let (kept, perHost) = (32, 8)

    /// Takes over this end of the channel: a socket, which is closed with this object.
    ///
    /// Loads what libcurl opens at its first use; call it before ``Sandbox``'s restrictions.
    ///
    /// - Parameters:
    ///   - descriptor: The end of the channel.
    ///   - certificates: A file of certificates that are trusted instead of the system's.
    ///   - proxies: Who stands between this process and servers.
    /// - Throws: Why libcurl cannot be used.
    package init(
        owning descriptor: Descriptor,
        trusting certificates: String?,
        by proxies: ProxySettings = ProxySettings()
    ) throws(SystemFailure) {
        guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK,
            let multi = curl_multi_init()
        else { throw SystemFailure(reason: "libcurl cannot be used") }
        channel = WorkerChannel(OwnedDescriptor(descriptor.number))
        (self.certificates, self.proxies) = (certificates, proxies)
        self.multi = multi
        vn_set_multi(multi, CURLMOPT_MAXCONNECTS, Self.kept)
        vn_set_multi(multi, CURLMOPT_MAX_HOST_CONNECTIONS, Self.perHost)
    }

    deinit {
        for transfer in transfers.values { curl_multi_remove_handle(multi, transfer.easy) }
        transfers = [:]
        curl_multi_cleanup(multi)
    }

    /// The files that are read by a process that asks servers: certificates, and the resolver's.
    package var files: [String] {
        ["resolv.conf", "hosts", "host.conf", "nsswitch.conf", "gai.conf", "services"].map {
            "/etc/" + $0
        } + ["/etc/ssl/certs", "/usr/share/ca-certificates", "/usr/local/share/ca-certificates"]
            + (certificates.map { [$0] } ?? [])
    }

    /// Reports that the process runs and which protections are lacking, then carries out orders.
    package func run(lacking: [String]) {
        do throws(WorkerChannel.Failure) {
            try tell(.ready(lacking: lacking))
            while true {
                try takeOrders()
                proceed()
                try finishEnded()
                wait()
            }
        } catch {
            // The channel is closed, so there is nobody to fetch for.
        }
    }

    private func takeOrders() throws(WorkerChannel.Failure) {
        while channel.isReady(by: .now) {
            let bytes = try channel.receive().bytes
            guard let request = try? FetchRequest(bytes) else { throw .malformed }
            switch request {
            case .fetch(let order): try begin(order)
            case .cancel(let id):
                guard let transfer = transfers.removeValue(forKey: id) else { continue }
                curl_multi_remove_handle(multi, transfer.easy)
            }
        }
    }

    private func begin(_ order: FetchOrder) throws(WorkerChannel.Failure) {
        let transfer = Transfer(order, trusting: certificates, by: proxies, telling: answers)
        guard let transfer else {
            return try tell(.failed(order.id, .unreachable, retryAfter: 0))
        }
        transfers[order.id] = transfer
        curl_multi_add_handle(multi, transfer.easy)
    }

    private func tell(_ answer: FetchAnswer) throws(WorkerChannel.Failure) {
        try channel.send(answer.head, then: answer.content)
    }

    /// Lets libcurl do what can be done without waiting.
    private func proceed() {
        var running: CInt = 0
        curl_multi_perform(multi, &running)
        answers.tellBytes()
    }

    private func finishEnded() throws(WorkerChannel.Failure) {
        var left: CInt = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
                let context = vn_context(easy)
            else { continue }
            let code = message.pointee.data.result
            let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            curl_multi_remove_handle(multi, easy)
            if code == CURLE_OK { transfer.finishHead() }
            if let answer = transfer.finish(code) {
                transfers[transfer.order.id] = nil
                try tell(answer)
            } else {
                curl_multi_add_handle(multi, easy)
            }
        }
    }

    /// Waits until there is something to do: at a connection, by an order, or as time is up.
    private func wait() {
        var orders = curl_waitfd(
            fd: channel.readable.number,
            events: Int16(CURL_WAIT_POLLIN),
            revents: 0
        )
        curl_multi_poll(multi, &orders, 1, 10_000, nil)
    }
}
