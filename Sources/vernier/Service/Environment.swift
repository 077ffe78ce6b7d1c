import Glibc

/// The variables that the program was started with.
enum Environment {
    /// The text of a variable, if it is set.
    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// Keeps variables from the programs that this one starts.
    ///
    /// Only while there is one thread.
    static func remove(_ names: [String]) {
        for name in names { unsetenv(name) }
    }
}
