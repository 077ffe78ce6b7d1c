import Media
import Testing

@testable import Server

@Suite("Groups that are asked for often")
struct GroupDemandTests {
    @Test func `are kept as a whole from the fifth request on`() throws {
        var demand = GroupDemand()
        let order = try order(for: .exchange(ExchangeID(connection: Self.slot, number: 1)))
        #expect(
            (0..<6).map { _ in demand.isBusy(250, for: order) } == [
                false, false, false, false, true, true,
            ]
        )
    }

    @Test func `are counted one by one`() throws {
        var demand = GroupDemand()
        let order = try order(for: .exchange(ExchangeID(connection: Self.slot, number: 1)))
        let keys = [0, 250, 500, 0, 250, 500, 0, 250, 500, 0, 250, 500]
        #expect(keys.allSatisfy { !demand.isBusy($0, for: order) })
    }

    @Test func `are not kept for a hand, which moves on`() throws {
        var demand = GroupDemand()
        let order = try order(for: .socket(SocketID(connection: Self.slot)))
        #expect((0..<9).allSatisfy { _ in !demand.isBusy(250, for: order) })
    }

    private static let slot = Slot(index: 0, generation: 0)

    private func order(for customer: PictureOrder.Customer) throws -> PictureOrder {
        PictureOrder(3, of: try .unread(), PreviewFormat(width: 64), .none, for: customer)
    }
}
