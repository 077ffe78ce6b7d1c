import Testing

/// The program of all tests, by the name that the package manager looks for.
///
/// It does what the package manager's own would do, but for the look in the editors' index for tests
/// of another library, of which there are none: so that index need not be made.
@main
enum XCTMain {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
