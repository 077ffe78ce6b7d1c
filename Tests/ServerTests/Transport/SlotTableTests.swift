import Testing

@testable import Server

@Suite("Slots")
struct SlotTableTests {
    @Test func `a slot names one tenant and never the next`() {
        var table = SlotTable<Slot>()
        let first = table.insert { $0 }
        table.remove(first)
        let second = table.insert { $0 }
        #expect(first.index == second.index)
        #expect(table[first] == nil)
        #expect(table[second] == second)
    }

    @Test func `leaving twice harms nobody`() {
        var table = SlotTable<Slot>()
        let first = table.insert { $0 }
        table.remove(first)
        let second = table.insert { $0 }
        table.remove(first)
        #expect(table.count == 1)
        #expect(table[second.index] == second)
    }

    @Test func `a slot of another table names nobody`() {
        let table = SlotTable<Slot>()
        #expect(table[Slot(index: 9, generation: 0)] == nil)
        #expect(table[-1] == nil)
    }
}
