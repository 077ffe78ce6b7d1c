import Basics
import Rooms

/// What servers tell each other of a room: words with blanks between them, in one line.
///
/// | record | words after the kind |
/// |---|---|
/// | `M` a member | server, id, colour, follows, is here, frame, position, scrubs, name |
/// | `G` one is gone | server, id |
/// | `C` one has moved | server, id, frame, position, scrubs |
/// | `L` who leads | 0, epoch, id or nothing |
/// | `P` what the leader plays | server, epoch, id, plays, rate, frame, time in ms |
/// | `E` one has edited marks | server, id |
///
/// What others send is as trustworthy as Redis is, and yet read like anything that comes from
/// outside.
struct RoomRecord: Equatable {
    /// The number of the server that tells it; 0 where it does not matter.
    let node: Int
    let update: RoomUpdate

    /// What stands for a number that is not known.
    private static let unknown = "-"
    /// Bytes of a record at most.
    static let limit = 1024

    init(_ update: RoomUpdate, from node: Int) { (self.node, self.update) = (node, update) }

    var text: String {
        switch update {
        case .member(let member):
            let fields = [member.colour.description, member.follows.digit, member.isHere.digit]
            let words = ["M", "\(node)", member.id] + fields + Self.words(member.place)
            return (words + [member.name]).joined(separator: " ")
        case .gone(let id): return "G \(node) \(id)"
        case .place(let id, let place):
            return (["C", "\(node)", id] + Self.words(place)).joined(separator: " ")
        case .leader(let id, let epoch): return "L \(node) \(epoch) \(id ?? "")"
        case .playback(let playback, let id, let epoch):
            return "P \(node) \(epoch) \(id) \(playback.isPlaying.digit) \(playback.rate)"
                + " \(playback.frame) \(playback.time)"
        case .marked(let id): return "E \(node) \(id)"
        }
    }

    private static func words(_ place: RoomPlace?) -> [String] {
        guard let place else { return [unknown, unknown, "0"] }
        return [
            place.frame?.description ?? unknown, "\(place.position)", place.isScrubbing.digit,
        ]
    }
}

// MARK: - Reading

extension RoomRecord {
    /// Reads a record; `nil` for what is none.
    init?(_ text: some StringProtocol) {
        guard text.utf8.count <= Self.limit else { return nil }
        var words = Words(rest: Substring(text))
        guard let kind = words.next(), let node = words.number(in: 0...65_535) else { return nil }
        let update: RoomUpdate? =
            switch kind {
            case "M": words.member().map { .member($0) }
            case "G": words.id().map { .gone($0) }
            case "C": words.cursor()
            case "L": words.leader()
            case "P": words.playback()
            case "E": words.id().map { .marked(by: $0) }
            default: nil
            }
        guard let update else { return nil }
        self.init(update, from: node)
    }

    /// The words of a line that are still to be read.
    private struct Words {
        var rest: Substring

        mutating func next() -> Substring? {
            guard !rest.isEmpty else { return nil }
            let word = rest.prefix { $0 != " " }
            rest = rest.dropFirst(word.count + 1)
            return word
        }

        mutating func number(in range: ClosedRange<Int>) -> Int? {
            next().flatMap { Int($0) }.flatMap { range.contains($0) ? $0 : nil }
        }

        mutating func flag() -> Bool? { number(in: 0...1).map { $0 == 1 } }

        mutating func decimal(in range: ClosedRange<Double>) -> Double? {
            next().flatMap { Double($0) }.flatMap { range.contains($0) ? $0 : nil }
        }

        mutating func id() -> MemberID? {
            next().flatMap { word in
                let isID = word.utf8.count == 16 && word.utf8.allSatisfy(\.isHexDigit)
                return isID ? String(word) : nil
            }
        }

        /// A place, and `.some(nil)` where it is not known.
        mutating func place() -> RoomPlace?? {
            guard let frame = next(), let position = next(), let scrubs = flag() else { return nil }
            if position == RoomRecord.unknown { return .some(nil) }
            let number = Int(frame)
            guard frame == RoomRecord.unknown || number.map({ $0 >= 0 }) == true,
                let position = Double(position), (0...1).contains(position)
            else { return nil }
            return RoomPlace(frame: number, position: position, isScrubbing: scrubs)
        }

        mutating func member() -> RoomProfile? {
            guard let id = id(), let colour = number(in: 0...9999), let follows = flag(),
                let isHere = flag(), let place = place(), rest.utf8.count <= 256
            else { return nil }
            return RoomProfile(
                id: id,
                name: String(rest),
                colour: colour,
                follows: follows,
                isHere: isHere,
                place: place
            )
        }

        mutating func cursor() -> RoomUpdate? {
            guard let id = id(), let place = place() ?? nil else { return nil }
            return .place(id, place)
        }

        mutating func leader() -> RoomUpdate? {
            guard let epoch = number(in: 0...RoomState.epochLimit) else { return nil }
            guard !rest.isEmpty else { return .leader(nil, epoch: epoch) }
            return id().map { .leader($0, epoch: epoch) }
        }

        mutating func playback() -> RoomUpdate? {
            guard let epoch = number(in: 0...RoomState.epochLimit), let id = id(),
                let isPlaying = flag(), let rate = decimal(in: -64...64), rate != 0,
                let frame = number(in: 0...Int(Int32.max)), let time = decimal(in: 0...1e15)
            else { return nil }
            let playback = RoomPlayback(isPlaying: isPlaying, rate: rate, frame: frame, time: time)
            return .playback(playback, by: id, epoch: epoch)
        }
    }
}

extension Bool {
    fileprivate var digit: String { self ? "1" : "0" }
}
