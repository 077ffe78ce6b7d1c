import Library
import Media
import ScrubModel
import Scrubbing
import Wire

/// The command that finds the frame that a place leads to.
struct Seek {
    let file: String
    let stream: Int?
    let query: TargetQuery
    let cache: IndexCache

    init(_ arguments: inout Arguments) throws(UsageError) {
        stream = try arguments[Options.stream]
        cache = try IndexCache(arguments)
        let stops = try Self.stops(arguments)
        query = TargetQuery(try Self.place(arguments), stops: stops)
        file = try arguments.operand("a media file")
    }

    func run() throws {
        let file = try RemoteSetup(cache).open(file)
        let index = try MediaIndex(of: file, stream: stream, store: cache.store)
        let clip = Clip(index, name: file.name)
        Output.write(clip.target(try query.frame(in: clip)).json() + [UInt8(ascii: "\n")])
    }

    private static func place(_ arguments: Arguments) throws(UsageError) -> TargetQuery.Place {
        var places: [TargetQuery.Place] = []
        for option in Options.Seek.places {
            guard let text = try arguments[option] else { continue }
            guard let place = TargetQuery.Place(option.name.withoutDashes, text) else {
                throw arguments.usage("\(option.name) cannot be “\(text)”")
            }
            places.append(place)
        }
        guard places.count == 1 else {
            throw arguments.usage("give one of --position, --time, --frame and --timecode")
        }
        return places[0]
    }

    private static func stops(_ arguments: Arguments) throws(UsageError) -> Snap.Stops {
        guard let text = try arguments[Options.Seek.snap] else { return .none }
        guard let stops = Snap.Stops(text: text) else {
            throw arguments.usage("--snap needs \(Snap.Stops.textForms)")
        }
        return stops
    }
}

extension Clip {
    /// A clip of a file that was scanned here.
    convenience init(_ index: MediaIndex, name: String, version: String = "") {
        self.init(
            id: MediaID(ofPath: name),
            name: name,
            version: version,
            info: index.info,
            table: index.table,
            progress: 1
        )
    }
}
