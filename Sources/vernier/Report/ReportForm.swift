/// How a command reports what it has found.
enum ReportForm: Equatable {
    case table, json, junit

    /// The form that flags ask for; `nil` when they ask for two.
    init?(isJSON: Bool, isJUnit: Bool) {
        guard !(isJSON && isJUnit) else { return nil }
        self = isJSON ? .json : isJUnit ? .junit : .table
    }
}
