import Basics
import Marks
import Synchronization
import System
import Transport

/// Answers that take long to write, and bodies that take long to read: done by threads of their
/// own, in bounded number.
///
/// Belongs to the loop's thread. The results come as ``JobResult``.
final class AnswerQueue {
    private struct Job: Sendable {
        let carryOut: @Sendable () -> JobResult
    }

    private let jobs = WorkQueue<ExchangeID, Job>()
    private var budget = AnswerBudget<PeerAddress?>(limit: 64 << 20, forOne: 32 << 20)
    private var pixelBudget = AnswerBudget<PeerAddress?>(limit: 1 << 30, forOne: 512 << 20)
    private var pixelCosts: [ExchangeID: AnswerCost<PeerAddress?>] = [:]
    private var costs: [ExchangeID: AnswerCost<PeerAddress?>] = [:]

    /// Starts the threads, which end with this object.
    init(_ results: Mailbox<JobResult>, threads: Int = 2) {
        for _ in 0..<threads {
            WorkThread.start(named: "vernier-answers") { [jobs] in
                while let job = jobs.next() { results.post(job.carryOut()) }
            }
        }
    }

    deinit { jobs.close() }

    /// Notes what is made for an exchange elsewhere, until ``giveBack(_:)``.
    ///
    /// - Throws: ``RequestError/busy`` when too much is under way.
    func take(_ cost: AnswerCost<PeerAddress?>, for exchange: ExchangeID) throws(RequestError) {
        guard pixelBudget.take(cost) else { throw .busy }
        pixelCosts[exchange] = cost
    }

    /// Notes that what was made elsewhere for an exchange is done.
    func giveBack(_ exchange: ExchangeID) {
        if let cost = pixelCosts.removeValue(forKey: exchange) { pixelBudget.giveBack(cost) }
    }

    /// Notes what an answer keeps in memory, until ``finish(_:)``.
    ///
    /// - Throws: ``RequestError/busy`` when too much is under way.
    func reserve(
        _ cost: AnswerCost<PeerAddress?>,
        for exchange: ExchangeID
    ) throws(RequestError) {
        guard budget.take(cost) else { throw .busy }
        costs[exchange] = cost
    }

    /// Queues the job of an exchange; `job` is called on another thread.
    ///
    /// - Throws: ``RequestError/busy`` when too much is under way.
    func post(
        _ cost: AnswerCost<PeerAddress?>,
        for exchange: ExchangeID,
        _ job: @escaping @Sendable () -> JobResult
    ) throws(RequestError) {
        try reserve(cost, for: exchange)
        // A monitor's question waits for no large answer that has not been begun.
        jobs.post(Job(carryOut: job), for: exchange, rank: cost.kind == .readiness ? 0 : 1)
    }

    /// Cancels the job of an exchange, unless it is being carried out.
    func withdraw(_ exchange: ExchangeID) { if jobs.withdraw(exchange) { finish(exchange) } }

    /// Notes that the job of an exchange is done.
    func finish(_ exchange: ExchangeID) {
        if let cost = costs.removeValue(forKey: exchange) { budget.giveBack(cost) }
    }
}

/// What an answer costs at most, known before any of it is made.
struct AnswerCost<Client: Hashable> {
    /// What is bounded by itself.
    enum Kind {
        /// The frames of a media, and its tiles.
        case table
        /// The files that can be opened.
        case list
        /// Marks, as a document or as a file.
        case marks
        /// The pixels of frames.
        case pixels
        /// Files that are downloaded.
        case files
        /// What is known of a media, and of its chapters.
        case description
        /// Whether the folders can be read.
        case readiness
    }

    let kind: Kind
    /// Bytes of memory, about.
    let bytes: Int
    let client: Client

    /// The cost of so many rows of about so many bytes each.
    init(_ kind: Kind, rows: Int, of bytes: Int, for client: Client) {
        let (product, isTooMuch) = rows.multipliedReportingOverflow(by: bytes)
        (self.kind, self.client) = (kind, client)
        self.bytes = isTooMuch ? .max : product
    }
}

/// How many bytes of answers are made at once: of each kind, and of each kind for one client.
///
/// What is larger than its bound by itself is let in while nothing else of its kind is under way,
/// so that it can be had at all.
struct AnswerBudget<Client: Hashable> {
    private enum Budget: Hashable {
        case all(AnswerCost<Client>.Kind)
        case one(AnswerCost<Client>.Kind, Client)
    }

    private var spent: [Budget: Int] = [:]
    private let limit: Int
    private let limitForOne: Int

    /// Bounds each kind to `limit` bytes, of which one client may have `limitForOne`.
    init(limit: Int, forOne limitForOne: Int) {
        (self.limit, self.limitForOne) = (limit, limitForOne)
    }

    /// Lets a job in, or refuses it.
    mutating func take(_ cost: AnswerCost<Client>) -> Bool {
        let budgets = budgets(of: cost)
        let fits = budgets.allSatisfy { budget, limit in
            spent[budget].map { cost.bytes <= limit - $0 } ?? true
        }
        if fits { for (budget, _) in budgets { spent[budget, default: 0] += cost.bytes } }
        return fits
    }

    /// Notes that a job is done.
    mutating func giveBack(_ cost: AnswerCost<Client>) {
        for (budget, _) in budgets(of: cost) {
            guard let before = spent[budget] else { continue }
            spent[budget] = before > cost.bytes ? before - cost.bytes : nil
        }
    }

    private func budgets(of cost: AnswerCost<Client>) -> [(Budget, limit: Int)] {
        [(.all(cost.kind), limit), (.one(cost.kind, cost.client), limitForOne)]
    }
}
