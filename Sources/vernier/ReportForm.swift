/// How a command reports what it has found.
enum ReportForm: Equatable {
    case table, json, junit

    /// The form that flags ask for; `nil` when they ask for two.
    init?(isJSON: Bool, isJUnit: Bool) {
        guard !(isJSON && isJUnit) else { return nil }
        self = isJSON ? .json : isJUnit ? .junit : .table
    }
}

extension StringProtocol {
    /// The text at the right end of a column, with at least a space before it.
    func aligned(right width: Int) -> String {
        String(repeating: " ", count: Swift.max(1, width - count)) + self
    }
}
