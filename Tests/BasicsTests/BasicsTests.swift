import Basics
import Testing

@Suite("What every module may use")
struct BasicsTests {
    @Test(arguments: [
        ("", ""), (" ", ""), (" \t ", ""), ("a", "a"), (" a b\t", "a b"), ("\u{A0}a ", "\u{A0}a"),
        ("a\n", "a\n"), (" \u{301}a", "\u{301}a"),
    ])
    func `only spaces and tabs are trimmed`(text: String, trimmed: String) {
        #expect(Array(text.trimmed.utf8) == Array(trimmed.utf8))
    }

    @Test(arguments: [
        (0, 2, 10, "00"), (7, 2, 10, "07"), (123, 2, 10, "123"), (255, 4, 16, "00ff"),
    ])
    func `numbers are padded with zeros, and never cut`(
        number: UInt,
        width: Int,
        radix: Int,
        text: String
    ) {
        #expect(number.padded(to: width, radix: radix) == text)
    }

    @Test(arguments: [
        ("aZ09-._~", "aZ09-._~"), ("a/b", "a%2Fb"), ("é %", "%C3%A9%20%25"), ("\u{1}\n", "%01%0A"),
        ("?#[]@!$&'()*+,;=", "%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D"),
    ])
    func `what RFC 3986 reserves is encoded`(text: String, encoded: String) {
        #expect(text.percentEncoded() == encoded)
    }

    @Test func `a path keeps what separates its names`() {
        #expect("/a b/c".percentEncoded(keeping: [UInt8(ascii: "/")]) == "/a%20b/c")
    }

    @Test func `bytes have two hexadecimal digits each`() {
        #expect([0, 15, 16, 255].hexadecimal == "000f10ff")
    }

    @Test(arguments: 0...17, 0...17)
    func `a search finds where a collection is divided`(count: Int, division: Int) {
        let numbers = Array(0..<count)
        #expect(numbers.partitioningIndex { $0 >= division } == min(count, division))
        #expect(
            numbers[(count / 2)...].partitioningIndex { $0 >= division }
                == max(count / 2, min(count, division))
        )
    }

    @Test func `the generator's numbers are those its author publishes`() {
        var generator = SplitMix64(seed: 1_234_567)
        let numbers = (0..<3).map { _ in generator.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            ]
        )
    }
}
