import Media
import Wire

/// The command that compares every kind of seek with one linear decode.
struct Verify {
    let media: [String]
    let plan: VerifyPlan
    let form: ReportForm
    private let endpoint: String?

    init(_ arguments: inout Arguments) throws(UsageError) {
        var plan = VerifyPlan()
        plan.seeks = try arguments[Options.Verify.seeks]
        plan.seed = UInt64(try arguments[Options.Verify.seed])
        plan.stream = try arguments[Options.stream]
        plan.readsBarcodes = try arguments[Options.Verify.barcode]
        self.plan = plan
        let (isJSON, isJUnit) = (arguments.has(Options.Verify.json), arguments.has(Options.junit))
        guard let form = ReportForm(isJSON: isJSON, isJUnit: isJUnit) else {
            throw arguments.usage("--json or --junit, not both")
        }
        self.form = form
        endpoint = try arguments[Options.s3Endpoint]
        media = try arguments.operands("a media file or folder")
    }

    func run() throws {
        var bar = ProgressBar()
        var verified: [VerifiedFile] = []
        let remote = RemoteSetup(endpoint: endpoint)
        let arguments = media.flatMap { MediaArgument.all(named: $0, remote) }
        if form == .table { Output.print(VerifyTable.header + "  file") }
        for (number, argument) in arguments.enumerated() {
            let name = "\(number + 1) of \(arguments.count): \(argument.name)"
            let file = argument.verified(plan) { bar.show($0, name) }
            bar.clear()
            Output.write(Array(form.text(file).utf8))
            verified.append(file)
        }
        Output.write(Array(form.closing(verified, seed: plan.seed).utf8))
        if let failure = Failure(of: verified) { throw failure }
    }
}

extension Failure {
    /// What is to be said at the end: a frame that is not right counts more than a file that
    /// cannot be read.
    init?(of files: [VerifiedFile]) {
        let bad = files.filter { $0.frames.map { $0.total.failures > 0 } ?? false }
        guard let first = bad.first else {
            guard let failure = files.lazy.compactMap(\.failure).first else { return nil }
            self = failure
            return
        }
        let text = "\(bad.count) of \(files.count) files have frames that are not right"
        self.init(.different, "\(text), the first is \(first.name)")
    }
}

extension MediaArgument {
    /// The file as it turns out to be.
    fileprivate func verified(_ plan: VerifyPlan, progress: (Double) -> Void) -> VerifiedFile {
        do {
            let verification = try Verification(of: open(), plan)
            return VerifiedFile(
                name: name,
                outcome: .verified(try verification.run(progress: progress))
            )
        } catch MediaError.noPictures {
            return VerifiedFile(name: name, outcome: .soundOnly)
        } catch {
            return VerifiedFile(name: name, outcome: .unreadable(Failure(error)))
        }
    }
}
