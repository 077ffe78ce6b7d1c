import Basics

/// A store that speaks S3: where its buckets lie.
package struct S3Store: Sendable {
    /// What stands for the bucket's name in an endpoint whose host has it.
    fileprivate static let anyBucket = "{bucket}"

    /// The region, which is part of each signature.
    package let region: String
    /// The address before a bucket's path, as text; ``anyBucket`` may stand in it.
    private let endpoint: String

    /// Takes the store at an endpoint, such as `https://store.example:9000`; by default that of
    /// Amazon in the region.
    ///
    /// The bucket is the first part of the path, unless the endpoint holds `{bucket}`.
    ///
    /// - Throws: Why the endpoint is none.
    package init(
        endpoint: String?,
        region: String
    ) throws(RemoteAddress.Refusal) {
        self.region = region
        let text = endpoint ?? "https://\(Self.anyBucket).s3.\(region).amazonaws.com"
        self.endpoint = text.hasSuffix("/") ? String(text.dropLast()) : text
        let example = try RemoteAddress(self.endpoint.naming("bucket"))
        guard example.query == nil else { throw .endpoint }
    }

    /// The address of an object.
    ///
    /// libcurl, which signs from 8.13 on only what it has resolved itself, leads a key with a part
    /// `.` or `..` to another object, so those have none.
    func address(of key: String, in bucket: String) throws(RemoteAddress.Refusal) -> RemoteAddress {
        let parts = key.split(separator: "/")
        guard !parts.contains("."), !parts.contains("..") else { throw .dots }
        return try RemoteAddress(base(of: bucket) + "/" + key.percentEncoded(keeping: [0x2f]))
            .signed(for: region)
    }

    /// The address of the next objects whose keys begin with a prefix, as ListObjectsV2 names it.
    ///
    /// Fields are in the order of their names, in which they are signed.
    func page(
        of prefix: String,
        in bucket: String,
        after token: String?
    ) throws(RemoteAddress.Refusal) -> RemoteAddress {
        let next = token.map { "continuation-token=\($0.percentEncoded())&" } ?? ""
        let query = next + "encoding-type=url&list-type=2&prefix=" + prefix.percentEncoded()
        return try RemoteAddress(base(of: bucket) + "/?" + query).signed(for: region)
    }

    /// The address of a bucket.
    private func base(of bucket: String) -> String {
        // A certificate for all buckets of a host holds for names without a dot.
        guard endpoint.contains(Self.anyBucket), !bucket.contains(".") else {
            return endpoint.replacing(Self.anyBucket + ".", with: "") + "/" + bucket
        }
        return endpoint.naming(bucket)
    }
}

extension String {
    /// The endpoint of a bucket.
    fileprivate func naming(_ bucket: String) -> String {
        replacing(S3Store.anyBucket, with: bucket)
    }
}
