import Server

/// The command that saves what a page or another client sends.
struct Record {
    let output: String
    let serve: Serve

    init(_ arguments: inout Arguments) throws(UsageError) {
        guard let output = try arguments[Options.Record.output] else {
            throw arguments.usage("-o is missing: where should the trace go?")
        }
        self.output = output
        serve = try Serve(&arguments)
        guard serve.media.count == 1 else { throw arguments.usage("name one media file") }
        guard serve.recordFolder == nil else {
            throw arguments.usage("\(Options.Serve.record.name) is for serve; here it is -o")
        }
    }

    func run() throws {
        Output.print("Recording the first client in \(output), until it leaves")
        let messages = try serve.run(recording: .file(output))
        guard messages > 0 else { throw Failure(.noInput, "\(output): nobody has sent anything") }
        Output.print("Recorded \(messages) messages in \(output)")
    }
}
