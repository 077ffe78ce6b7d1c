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

    /// Has others, such as ps(1), see another first word, which is cut off where it is too long.
    static func show(_ word: String) {
        guard CommandLine.argc > 1, let place = CommandLine.unsafeArgv[1] else { return }
        let room = String(cString: place).utf8.count
        let bytes = word.utf8.prefix(room).map { CChar(bitPattern: $0) }
        for index in 0..<room { place[index] = index < bytes.count ? bytes[index] : 0 }
    }

    static func main() {
        // A file that may not grow is an error for who writes it, not the end of the program.
        Signal.fileSize.ignore()
        do {
            try Command(Array(words.dropFirst())).run()
            ThisProcess.end(with: ExitCode.success.rawValue)
        } catch {
            let failure = Failure(error)
            if !failure.isLogged { Output.warn(failure.message) }
            ThisProcess.end(with: failure.code.rawValue)
        }
    }
}
