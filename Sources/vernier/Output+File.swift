import FoundationEssentials
import Glibc

extension Output {
    /// Writes a file, all of it or nothing.
    static func write(_ bytes: [UInt8], toFile path: String) throws(Failure) {
        do {
            try Data(bytes).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw Failure(.cannotCreate, "\(path): cannot be written: \(reason(error))")
        }
    }

    private static func reason(_ error: any Error) -> String {
        guard let system = (error as? CocoaError)?.underlying as? POSIXError else {
            return "\(error)"
        }
        return String(cString: strerror(system.code.rawValue))
    }
}
