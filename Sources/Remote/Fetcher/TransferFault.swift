import CCurl
import Media

extension RemoteFault {
    /// What the code means with which libcurl has ended a transfer; `nil` for success.
    init?(_ code: CURLcode) {
        switch code {
        case CURLE_OK: return nil
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT:
            self = .unreachable
        case CURLE_OPERATION_TIMEDOUT: self = .late
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CONNECT_ERROR,
            CURLE_SSL_ISSUER_ERROR:
            self = .untrusted
        case CURLE_ABORTED_BY_CALLBACK: self = .misled
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE,
            CURLE_HTTP2, CURLE_HTTP2_STREAM:
            self = .broken
        default: self = .lying
        }
    }
}
