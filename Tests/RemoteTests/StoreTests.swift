import Testing

@testable import Remote

@Suite("Stores that speak S3") struct S3StoreTests {
    @Test(
        arguments: [
            (nil, "films", "https://films.s3.eu-north-1.amazonaws.com:443/a/b%20%2B%C3%A4.mp4"),
            (
                nil, "my.films",
                "https://s3.eu-north-1.amazonaws.com:443/my.films/a/b%20%2B%C3%A4.mp4"
            ),
            ("http://h:9000", "films", "http://h:9000/films/a/b%20%2B%C3%A4.mp4"),
            ("http://h:9000/x/", "films", "http://h:9000/x/films/a/b%20%2B%C3%A4.mp4"),
            ("https://{bucket}.h", "films", "https://films.h:443/a/b%20%2B%C3%A4.mp4"),
        ] as [(String?, String, String)]
    )
    func `have objects where their endpoint says`(
        endpoint: String?,
        bucket: String,
        expected: String
    ) throws {
        let store = try S3Store(endpoint: endpoint, region: "eu-north-1")
        let address = try store.address(of: "a/b +ä.mp4", in: bucket)
        #expect(address.text == expected)
        #expect(address.region == "eu-north-1")
    }

    @Test(arguments: [
        ("a/../b.mp4", false), ("./b.mp4", false), ("..", false), ("a/..b/c...mp4", true),
    ])
    func `have no object where dots would lead to another`(key: String, isThere: Bool) throws {
        let store = try S3Store(endpoint: "http://h", region: "r")
        let address = try? store.address(of: key, in: "films")
        #expect((address != nil) == isThere)
    }

    @Test func `list by fields in the order in which they are signed`() throws {
        let store = try S3Store(endpoint: "http://h", region: "r")
        let page = try store.page(of: "a b/", in: "films", after: "x+/=")
        #expect(
            page.text == "http://h:80/films/?continuation-token=x%2B%2F%3D&encoding-type=url"
                + "&list-type=2&prefix=a%20b%2F"
        )
    }

    @Test(arguments: ["h", "ftp://h", "http://", "http://h/?x=1", "http://user@h"])
    func `are not where an endpoint is none`(endpoint: String) {
        #expect(throws: RemoteAddress.Refusal.self) { try S3Store(endpoint: endpoint, region: "r") }
    }
}

@Suite("Accounts of the AWS tools") struct S3AccountTests {
    static let file = """
        # all of them
        [default]
        aws_access_key_id = one
        [ films ]
        AWS_ACCESS_KEY_ID=two
        aws_secret_access_key = a=b c#d
        s3 =
          endpoint_url = http://nested
        ; region = no
        [profile films]
        region = eu-north-1\r
        """

    @Test(arguments: [
        ("default", ["aws_access_key_id": "one"]),
        ("films", ["aws_access_key_id": "two", "aws_secret_access_key": "a=b c#d", "s3": ""]),
        ("profile films", ["region": "eu-north-1"]), ("other", [:]),
    ])
    func `have the settings of one section`(section: String, expected: [String: String]) {
        #expect(S3Account.settings(in: Self.file, of: section) == expected)
    }

    @Test func `have a key only with its secret`() {
        let variables = ["AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "secret"]
        #expect(S3Account { variables[$0] }.key() == S3Key(id: "id", secret: "secret", token: nil))
        #expect(S3Account { $0 == "AWS_ACCESS_KEY_ID" ? "id" : nil }.key() == nil)
    }

    @Test(arguments: [
        (["AWS_REGION": "a", "AWS_DEFAULT_REGION": "b"], "a"), (["AWS_DEFAULT_REGION": "b"], "b"),
        ([:], "us-east-1"),
    ])
    func `have a region`(variables: [String: String], expected: String) {
        #expect(S3Account { variables[$0] }.region == expected)
    }
}

@Suite("Places elsewhere") struct RemotePlaceTests {
    @Test(arguments: [
        ("s3://films", "films", ""), ("S3://films/", "films", ""),
        ("s3://films/a/b", "films", "a/b"),
        ("s3://films/a/", "films", "a/"), ("s3://films//a?b#c", "films", "/a?b#c"),
    ])
    func `are buckets and what is in them`(text: String, bucket: String, key: String) throws {
        #expect(try RemotePlace(text) == .bucket(bucket, key: key))
        #expect(RemotePlace.isOne(text))
    }

    @Test func `are folders of web servers where a slash ends them`() throws {
        #expect(try RemotePlace("http://h/a/") == .folder(RemoteAddress("http://h/a/")))
        #expect(try RemotePlace("http://h") == .folder(RemoteAddress("http://h/")))
        #expect(try RemotePlace("http://h/a") == .file(RemoteAddress("http://h/a")))
    }

    @Test(arguments: ["s3://", "s3:///a", "s3://a b/c", "s3://../a", "s3://a%2f/b"])
    func `name a bucket`(text: String) {
        #expect(throws: RemoteAddress.Refusal.bucket) { try RemotePlace(text) }
    }
}

@Suite("Lists of files elsewhere") struct FolderPageTests {
    @Test func `of a bucket have keys, sizes and tags`() throws {
        let text = """
            <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
            <EncodingType>url</EncodingType><IsTruncated>true</IsTruncated>
            <NextContinuationToken>next=</NextContinuationToken>
            <Contents><Key>a%2Bb+c/%C3%A4.mp4</Key><Size>7</Size><ETag>&quot;x&quot;</ETag></Contents>
            </ListBucketResult>
            """
        let page = try FolderPage(Array(text.utf8), as: .bucket)
        let file = FolderPage.File(name: "a+b c/ä.mp4", size: 7, tag: "\"x\"")
        #expect(page == FolderPage(files: [file], next: "next="))
    }

    @Test func `of a web server's folder have names, and no way out`() throws {
        let text = """
            [{"name":"two","type":"directory","mtime":"Tue, 14 Nov 2023 22:13:20 GMT"},
            {"name":"a.mp4","type":"file","mtime":"Tue, 14 Nov 2023 22:13:20 GMT","size":7},
            {"name":"../b.mp4","type":"file","size":7},{"name":"..","type":"directory"},
            {"name":"c","type":"other"}]
            """
        let page = try FolderPage(Array(text.utf8), as: .folder)
        let time = "Tue, 14 Nov 2023 22:13:20 GMT"
        let file = FolderPage.File(name: "a.mp4", size: 7, modified: time)
        #expect(page == FolderPage(files: [file], folders: ["two"]))
    }

    @Test(arguments: [
        "", "<html/>", "<ListBucketResult><Contents/></ListBucketResult>", "{}", "[1]",
        "<ListBucketResult><Contents><Key>a</Key><Size>-1</Size><ETag>x</ETag></Contents>"
            + "</ListBucketResult>",
    ])
    func `are nothing else`(text: String) {
        for form in [FolderPage.Form.bucket, .folder] {
            #expect(throws: (any Error).self) { try FolderPage(Array(text.utf8), as: form) }
        }
    }

    @Test(arguments: [
        FolderPage(),
        FolderPage(
            files: [.init(name: "a", size: 1, tag: "t"), .init(name: "b", size: 2, modified: "m")],
            folders: ["c"],
            next: ""
        ),
    ])
    func `come from the fetcher as they were`(page: FolderPage) throws {
        let answer = try FetchAnswer(FetchAnswer.listed(5, page).head)
        guard case .listed(5, page) = answer else { return #expect(Bool(false), "\(answer)") }
    }

    @Test func `are asked for with a signature`() throws {
        var order = FetchOrder(
            id: 1,
            address: "http://h/",
            first: 0,
            last: 9,
            named: ["http://h:80"]
        )
        order.form = .folder
        for token in [nil, "token"] {
            let key = S3Key(id: "id", secret: "secret", token: token)
            order.signature = .init(region: "r", key: key)
            guard case .fetch(order) = try FetchRequest(FetchRequest.fetch(order).bytes) else {
                return #expect(Bool(false), "another order")
            }
        }
    }
}
