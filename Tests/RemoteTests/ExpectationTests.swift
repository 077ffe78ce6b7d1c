import Testing

@testable import Remote

@Suite("What a reader expects") struct ExpectationTests {
    @Test func `is asked for in steps, each before the last has come`() {
        let size: Int64 = 4 << 20
        var expectation = Expectation([100..<size], of: size)
        var (end, steps) = (Int64(100), [Int64]())
        while case let places = expectation.next(), let place = places.first {
            #expect(places.count == 1 && place.lowerBound == end)
            #expect(!expectation.isDue(at: place.lowerBound) || place.count < 600_000)
            end = place.upperBound
            steps.append(Int64(place.count) >> 10)
            #expect(expectation.isDue(at: end - 1) == (end < size))
        }
        #expect(end == size && steps.prefix(4) == [768, 256, 512, 512])
    }

    @Test func `is asked for at once where it is sure`() {
        var expectation = Expectation([5..<10, 90..<(3 << 20)], of: 4 << 20, isSure: true)
        #expect(expectation.next() == [5..<10, 90..<(3 << 20)])
        #expect(expectation.next().isEmpty)
    }

    @Test func `is what lies within the file`() {
        var expectation = Expectation([-7..<5, 90..<200, 300..<400], of: 100)
        #expect(expectation.blocks == [0])
        #expect(expectation.next() == [0..<5, 90..<100])
        #expect(expectation.next().isEmpty)
    }

    @Test func `is put back as far as others await it`() {
        var expectation = Expectation([0..<(3 << 20)], of: 3 << 20)
        let taken = expectation.next()
        expectation.putBack(taken, from: 1000)
        #expect(expectation.isDue(at: 900) && !expectation.isDue(at: 2000))
        #expect(expectation.next() == [1000..<1000 + (256 << 10)])
    }
}
