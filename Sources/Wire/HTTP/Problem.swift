/// An error as HTTP answers it, after RFC 9457.
public struct Problem: JSONDocument, Equatable {
    /// The media type of the answer.
    public static let contentType = "application/problem+json"

    /// A URI that names the kind of problem; `about:blank` if the status says it all.
    public var type: String

    /// The kind of problem, the same each time.
    public var title: String

    /// The status code of the answer.
    public var status: Int

    /// What went wrong this time, and what to do.
    public var detail: String?

    /// The media's present version, where the address named another.
    public var version: String?

    /// Creates a problem.
    public init(
        type: String = "about:blank",
        title: String,
        status: Int,
        detail: String? = nil,
        version: String? = nil
    ) {
        self.version = version
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
    }
}
