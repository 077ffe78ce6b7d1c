import CPage

extension PageFiles {
    /// The page that is part of the program: the files of `web/` when it was built.
    static var own: PageFiles {
        var files: [String: [UInt8]] = [:]
        var number = 0
        while case let file = page_file_at(number), let name = file.name {
            let bytes = UnsafeBufferPointer(start: file.bytes, count: file.count)
            files[String(cString: name)] = Array(bytes)
            number += 1
        }
        return PageFiles(files)
    }
}
