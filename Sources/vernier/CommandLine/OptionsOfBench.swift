import Wire

extension Options {
    /// The options of `bench`.
    enum Bench {
        static let server = Option<[String]>(
            repeated: "--server",
            "URL",
            "the server, such as http://127.0.0.1:8080; of several, each has its share of the "
                + "clients, and of the members of each room"
        )
        static let idle = Option<Int>(
            "--idle",
            "N",
            in: 0...10_000,
            "clients that open FILE and stay silent",
            absent: 2000
        )
        static let scrubbing = Option<Int>(
            "--scrubbing",
            "N",
            in: 0...5000,
            "clients that drag over the bar",
            absent: 200
        )
        static let rooms = Option<Int>(
            "--rooms",
            "N",
            in: 0...1000,
            "rooms besides these, in each of which one leads and drags, and all others follow",
            absent: 0
        )
        static let members = Option<Int>(
            "--members",
            "M",
            in: 2...50,
            "members of each room, with its leader",
            absent: 10
        )
        static let rate = Option<Int>(
            "--rate",
            "HZ",
            in: 1...1000,
            "moves a second of each that drags, sent when it is time for them whatever comes back",
            absent: 60
        )
        static let seconds = Option<Int>(
            "--seconds",
            "S",
            in: 1...600,
            "how long they drag",
            absent: 60
        )
        static let pictures = Option<Int?>(
            "--pictures",
            "W",
            in: PreviewRequest.widths,
            "has all of them ask for pictures W pixels wide, and say of each that it is painted "
                + "as soon as it comes; no pictures by default"
        )
        static let trace = Option<String?>(
            "--trace",
            "FILE",
            "the drag, of which they send each move in turn, over and over; a drag to and fro by "
                + "default"
        )
        static let seed = Option<Int>(
            "--seed",
            "S",
            in: 0...Int(Int32.max),
            "spreads them over the time between two moves",
            absent: 1
        )
        static let echo = Option<Bool>(
            flag: "--echo",
            "instead of FILE: the server answers each message, whatever it is"
        )
        static let json = Option<Bool>(flag: "--json", "an object; a table by default")

        /// All of them, in the manual's order.
        static let all: [any DeclaredOption] = [
            server, idle, scrubbing, rooms, members, rate, seconds, pictures, trace, seed, echo,
            json,
        ]
    }
}
