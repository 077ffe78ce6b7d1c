import Library
import Media
import MediaWorkers
import Pictures
import Remote
import Server
import Sounds
import System
import Transport
import Wire

/// The command that serves media.
struct Serve {
    let media: [String]
    let address: ListenAddress
    let access: AccessOptions
    let page: String?
    let accel: AccelPrefix?
    let hosts: [String]
    let origins: [String]
    let connections: Int
    let addressConnections: Int
    let proxies: [TrustedProxy]
    let previewMemory: Int
    let previews: PreviewFolder
    let decoders: Int
    let deadline: Int
    let messageRate: Int
    let recordFolder: String?
    let recordLimit: Int
    let exportFolder: String?
    let cache: IndexCache
    let scanRate: Int
    let form: LogForm
    let drain: Int
    let cluster: ClusterOptions

    init(_ arguments: inout Arguments) throws(UsageError) {
        try arguments.readFile(Options.Serve.config)
        address = try AddressOptions(arguments).address
        access = try AccessOptions(arguments, at: address)
        page = try arguments[Options.Serve.web]
        accel = try arguments[Options.Serve.accel]
        hosts = try arguments[Options.Serve.allowHost]
        origins = try arguments[Options.Serve.allowOrigin]
        connections = try arguments[Options.Serve.connections]
        addressConnections = try arguments[Options.Serve.addressConnections]
        proxies = try arguments[Options.Serve.trustProxy]
        previewMemory = try arguments[Options.Serve.previewMemory]
        decoders = try arguments[Options.Serve.decoders]
        deadline = try arguments[Options.Serve.deadline]
        messageRate = try arguments[Options.Serve.messageRate]
        recordFolder = try arguments[Options.Serve.record]
        recordLimit = try arguments[Options.Serve.recordLimit]
        exportFolder = try arguments[Options.Serve.exportFolder]
        cache = try IndexCache(arguments)
        scanRate = try arguments[Options.Serve.remoteScanRate]
        previews = try PreviewFolder(arguments, in: cache)
        form = try arguments[Options.Serve.log]
        drain = try arguments[Options.Serve.drain]
        cluster = try ClusterOptions(arguments)
        media = try arguments.operands("a media file or folder")
    }

    func run() throws { _ = try run(recording: recordFolder.map { .folder($0) }) }

    /// Serves until stopped, and returns how many messages of clients were recorded.
    func run(recording place: RecordingSettings.Place?) throws -> Int {
        let log = Log(form)
        defer { log.finish() }
        do {
            return try run(recording: place, telling: log)
        } catch {
            throw log.logged(Failure(error))
        }
    }

    private func run(recording place: RecordingSettings.Place?, telling log: Log) throws -> Int {
        ThisProcess.raiseDescriptorLimit()
        let inherited = try InheritedSocket()
        inherited?.claim()
        let address = inherited?.address ?? address
        var settings = settings(at: address, recording: place, telling: log)
        settings.exportFolder = try exportFolder.map { try ExportFolder($0) }
        if media.contains(where: RemotePlace.isOne) {
            let setup = RemoteSetup(cache, telling: log.logError)
            settings.remote = try setup.started(scanning: scanRate == .max ? nil : scanRate)
        }
        settings.cluster = try cluster.settings()
        let application = try Application(settings)
        // Installed before readiness is reported, so that no signal is missed.
        let (stopper, supervisor) = (application.stopper, Supervisor())
        let signals = SignalListener {
            supervisor?.notify(.stopping)
            stopper.stop()
        }
        let reloads = SignalListener([.hangUp]) { stopper.reload() }
        announce(application, at: address)
        // Writing to a client that has gone is an error for that client, not for the program.
        Signal.brokenPipe.ignore()
        let watchdog = Watchdog(application.stopper, telling: supervisor) { Self.giveUp(log) }
        application.run()
        _ = consume signals
        _ = consume reloads
        _ = consume watchdog
        return application.recordedMessages
    }

    /// What is served, without what may let in whoever reads an address.
    private var sources: [String] {
        media.map { (try? MediaPlaces.remotePlace($0))??.name ?? $0 }
    }

    private func announce(_ application: Application, at address: ListenAddress) {
        let names = application.mediaNames
        let count = names.isEmpty ? "no media yet" : "\(names.count) media"
        Output.print("Serving \(count) from \(sources.joined(separator: ", "))")
        for name in names.prefix(20) { Output.print("  \(name.withoutControls)") }
        if names.count > 20 { Output.print("  … and \(names.count - 20) more") }
        if let recordFolder { Output.print("Recording what clients send in \(recordFolder)") }
        if let exportFolder { Output.print("Exporting to \(exportFolder)") }
        let link = application.invite() ?? ""
        Output.print(address.invitation(port: application.port) + link)
        if !link.isEmpty { Output.print("The link lets one browser in, within ten minutes") }
    }

    private static func giveUp(_ log: Log) -> Never {
        log.logError("the loop has not turned for 10 seconds; ending")
        log.finish()
        ThisProcess.end(with: ExitCode.internalError.rawValue)
    }

    private func settings(
        at address: ListenAddress,
        recording place: RecordingSettings.Place?,
        telling log: Log
    ) -> ServerSettings {
        var listen = ListenSettings(address)
        listen.allowedHosts = hosts
        listen.allowedOrigins = origins
        listen.limits.connections = connections
        listen.limits.connectionsPerAddress = addressConnections == 0 ? nil : addressConnections
        listen.proxies = Set(proxies)
        listen.limits.drainTime = .seconds(drain)
        listen.limits.messageRate = messageRate == 0 ? nil : messageRate
        var settings = ServerSettings(
            media: media,
            page: page.map { $0 == "none" ? .none : .folder($0) } ?? .own,
            listen: listen
        )
        settings.log = { [form] event in
            // A link lets somebody in: where logs are kept it has no place.
            if case .invited(let link) = event, form != .text { Output.print(link) }
            log.tell(event)
        }
        settings.workers = WorkerPool(
            WorkerProgram.launch,
            timeout: .seconds(deadline),
            log: log.logError
        )
        settings.accel = accel
        settings.tokenFile = access.tokenFile
        settings.keyFile = access.keyFile
        settings.previewMemory = previewMemory
        settings.decodeThreads = decoders
        settings.indexStore = cache.store(telling: log.logError)
        settings.previewStore = previews.store(telling: log.logError)
        settings.soundStore = cache.soundStore(telling: log.logError)
        let state = StateFolder()
        settings.markStore = state.markStore(after: cache, telling: log)
        settings.sessionFolder = state.path.map { $0 + "/sessions" }
        settings.recording = place.map(RecordingSettings.init)
        settings.recording?.byteLimit = recordLimit << 20
        return settings
    }
}
