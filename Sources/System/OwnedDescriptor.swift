import Glibc

/// A descriptor that is closed with this value.
package struct OwnedDescriptor: ~Copyable {
    /// The descriptor, which stays owned by this value.
    package let number: CInt

    /// Takes over an open descriptor.
    package init(owning number: CInt) { self.number = number }

    deinit { close(number) }
}
