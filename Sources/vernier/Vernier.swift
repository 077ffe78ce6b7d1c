import Media
import System

/// The program: reads the words it was given, does what they ask, and says how it went.
@main
enum Vernier {
    /// The words that it was given, of which names of files may be any bytes.
    private static var words: [String] {
        (0..<Int(CommandLine.argc)).compactMap { index in
            CommandLine.unsafeArgv[index].map { String(fileName: UnsafePointer($0)) }
        }
    }

    static func main() {
        // A file that may not grow is an error for who writes it, not the end of the program.
        Signal.fileSize.ignore()
        do {
            try Command(Array(words.dropFirst())).run()
        } catch {
            let failure = Failure(error)
            if !failure.isLogged { Output.warn(failure.message) }
            ThisProcess.end(with: failure.code.rawValue)
        }
    }
}
