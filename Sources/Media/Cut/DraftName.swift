/// The name of a file that is being written, until it takes its own: hidden, and nobody else's.
public enum DraftName {
    private static let ending = ".part"

    /// A name for a draft of the file that will be called `name`.
    static func make(for name: some StringProtocol) -> String {
        ".\(name).\(String(UInt64.random(in: 0...(.max)), radix: 36))\(ending)"
    }

    /// Whether a name is that of a draft.
    public static func isDraft(_ name: String) -> Bool {
        name.hasPrefix(".") && name.hasSuffix(ending)
    }
}
