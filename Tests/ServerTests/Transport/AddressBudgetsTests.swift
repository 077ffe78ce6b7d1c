import Glibc
import Testing

@testable import Server

@Suite("What an address may still spend")
struct AddressBudgetsTests {
    private let start = ContinuousClock.now
    private let here = PeerAddress([127, 0, 0, 1] as [UInt8])
    private let there = PeerAddress([192, 0, 2, 7] as [UInt8])

    private func budgets() -> AddressBudgets { AddressBudgets(TokenBucket.Size(perSecond: 10)) }

    @Test func `all of an address spend of one budget, and no other does`() {
        var budgets = budgets()
        #expect(budgets.spend(15, of: here, at: start) == .zero)
        #expect(budgets.spend(15, of: there, at: start) == .zero)
        #expect(budgets.spend(15, of: here, at: start) == .seconds(1))
        #expect(budgets.wait(of: here, at: start) == .seconds(1))
        #expect(budgets.wait(of: there, at: start) == .zero)
    }

    @Test func `an address is forgotten once its budget is whole`() {
        var budgets = budgets()
        _ = budgets.spend(1, of: here, at: start)
        _ = budgets.spend(20, of: there, at: start)
        budgets.forget(at: start + .milliseconds(50))
        #expect(budgets.count == 2)
        budgets.forget(at: start + .seconds(1))
        #expect(budgets.count == 1)
        budgets.forget(at: start + .seconds(3))
        #expect(budgets.count == 0)
    }

    @Test func `no more addresses are kept than there is room for`() {
        var budgets = budgets()
        for number in 0..<5000 {
            let bytes = [10, 0, UInt8(number >> 8), UInt8(number & 255)]
            _ = budgets.spend(30, of: PeerAddress(bytes), at: start)
        }
        #expect(budgets.count == 4096)
        #expect(budgets.wait(of: PeerAddress([10, 0, 0, 0]), at: start) == .seconds(1))
    }

    @Test func `who has no address spends anything, as all do without a bound`() {
        var budgets = budgets()
        #expect(budgets.spend(1_000_000, of: nil, at: start) == .zero)
        var boundless = AddressBudgets(nil)
        #expect(boundless.spend(1_000_000, of: here, at: start) == .zero)
        #expect(boundless.count == 0)
    }

    @Test func `a network of IPv6 is one address, and an address of IPv4 is itself in both`() {
        let network: [UInt8] = [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 1]
        let one = PeerAddress(network + [0, 0, 0, 0, 0, 0, 0, 1])
        #expect(one == PeerAddress(network + [9, 9, 9, 9, 9, 9, 9, 9]))
        #expect(one != PeerAddress(network.dropLast() + [2, 0, 0, 0, 0, 0, 0, 0, 1]))
        let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]
        #expect(PeerAddress(mapped + [192, 0, 2, 7]) == there)
        #expect(PeerAddress(mapped + [192, 0, 2, 8]) != there)
    }

    @Test func `a peer by a pair of sockets has no address`() {
        var pair: [CInt] = [-1, -1]
        socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &pair)
        defer { for end in pair { close(end) } }
        #expect(PeerAddress(of: pair[0]) == nil)
    }
}
