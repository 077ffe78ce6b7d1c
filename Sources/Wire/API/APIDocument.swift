import CProtocol

/// A description of the protocol for other programs, by the name that it is served under.
///
/// The documents lie beside this file and are part of the program, so that a server tells of itself
/// whatever page it serves.
public enum APIDocument: String, CaseIterable, Sendable {
    /// The socket, as AsyncAPI 3.
    case asyncAPI = "asyncapi.json"

    /// HTTP, as OpenAPI 3.1.
    case openAPI = "openapi.json"

    /// The document in UTF-8.
    public var json: [UInt8] {
        let document = unsafe self == .asyncAPI ? protocol_asyncapi() : protocol_openapi()
        return unsafe Array(UnsafeBufferPointer(start: document.bytes, count: document.count))
    }
}
