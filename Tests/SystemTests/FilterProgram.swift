import Glibc
import System

/// The program of a ``CallFilter``, followed as the kernel does (linux/filter.h, linux/seccomp.h).
struct FilterProgram {
    /// What becomes of a call.
    enum Outcome: UInt32 {
        case allowed = 0x7FFF_0000
        case notPermitted = 0x0005_0001
        case notImplemented = 0x0005_0026
        case killed = 0x8000_0000
    }

    /// An instruction: `struct sock_filter`.
    private struct Step {
        let code: UInt16
        let then: Int
        let otherwise: Int
        let operand: UInt32

        init(_ bytes: ArraySlice<UInt8>) {
            let bytes = Array(bytes)
            code = UInt16(bytes[0]) | UInt16(bytes[1]) << 8
            (then, otherwise) = (Int(bytes[2]), Int(bytes[3]))
            operand = (0..<4).reduce(0) { $0 | UInt32(bytes[4 + $1]) << (8 * $1) }
        }
    }

    private let steps: [Step]

    /// The program for a process on a machine.
    init(for process: pid_t, on machine: String, networked: Bool = false) throws {
        var ends: [CInt] = [0, 0]
        guard pipe(&ends) == 0 else { throw SystemFailure() }
        defer { close(ends[0]) }
        do {
            defer { close(ends[1]) }
            try CallFilter(for: process, on: machine, networked: networked).export(to: ends[1])
        }
        // The longest program there can be; a pipe holds more.
        var bytes = [UInt8](repeating: 0, count: 8 * 4096)
        let count = read(ends[0], &bytes, bytes.count)
        steps = stride(from: 0, to: count, by: 8).map { Step(bytes[$0..<$0 + 8]) }
    }

    /// What becomes of a call with a number and arguments, by the numbers of an architecture.
    func outcome(of number: UInt32, _ arguments: [UInt64], audit: UInt32) -> Outcome? {
        // struct seccomp_data: number, architecture, address, and the halves of six arguments.
        var words = [number, audit, 0, 0]
        for argument in arguments + [UInt64](repeating: 0, count: 6 - arguments.count) {
            words += [UInt32(truncatingIfNeeded: argument), UInt32(argument >> 32)]
        }
        var (place, value) = (0, UInt32(0))
        while steps.indices.contains(place) {
            let step = steps[place]
            let jump = { (isTrue: Bool) in isTrue ? step.then : step.otherwise }
            place += 1
            switch step.code {
            case 0x20: value = words[Int(step.operand / 4)]
            case 0x54: value &= step.operand
            case 0x05: place += Int(step.operand)
            case 0x15: place += jump(value == step.operand)
            case 0x25: place += jump(value > step.operand)
            case 0x35: place += jump(value >= step.operand)
            case 0x45: place += jump(value & step.operand != 0)
            case 0x06: return Outcome(rawValue: step.operand)
            default: return nil
            }
        }
        return nil
    }
}
