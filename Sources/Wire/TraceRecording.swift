extension Trace.Entry {
    /// Records what a client sent, `at` milliseconds after its trace began.
    ///
    /// The text stays as the client wrote it, on one line, with the moment before its own fields.
    ///
    /// - Throws: ``WireError`` for what is no message, and so no line of a trace.
    public init(recording text: [UInt8], at: Double) throws(WireError) {
        let message = try ClientMessage(json: text)
        // Nothing but blanks precedes the brace, and no string holds a raw line break.
        let fields = text.drop { $0 != UInt8(ascii: "{") }.dropFirst()
        let line = fields.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? 32 : $0 }
        self.init(at: at, message: message, json: Array("{\"at\":\(at),".utf8) + line)
    }
}
