import Glibc

extension Double {
    /// The number with so many decimals, as C writes it.
    package func decimals(_ count: Int) -> String {
        // Room for the largest number there is, in front of the point.
        String(unsafeUninitializedCapacity: 320 + count) { text in
            text.withMemoryRebound(to: CChar.self) { text in
                withVaList([Int32(count), self]) { arguments in
                    Int(vsnprintf(text.baseAddress, text.count, "%.*f", arguments))
                }
            }
        }
    }
}
