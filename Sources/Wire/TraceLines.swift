/// Reads a file of one value a line; empty lines are skipped.
///
/// `read` is given each line and the value before it.
///
/// - Throws: ``WireError/line(_:_:)`` for the first line that `read` refuses.
func readLines<Value>(
    _ file: [UInt8],
    _ read: ([UInt8], Value?) throws(WireError) -> Value
) throws(WireError) -> [Value] {
    var values: [Value] = []
    let lines = file.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, line) in zip(1..., lines) where !line.allSatisfy(isSpace) {
        do throws(WireError) {
            values.append(try read(Array(line), values.last))
        } catch {
            throw .line(number, error)
        }
    }
    return values
}
