import Testing
import Wire

@Suite("Files of tiles")
struct TileFileTests {
    @Test func `a BIF is laid out as Roku says`() {
        let file = BIF([[1, 2, 3], nil, [4]], interval: 10).bytes
        #expect(file[..<8] == [0x89, 0x42, 0x49, 0x46, 0x0D, 0x0A, 0x1A, 0x0A])
        let numbers = stride(from: 8, to: 88, by: 4).map { start in
            file[start..<start + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        #expect(numbers[..<3] == [0, 2, 10_000], "version, pictures, milliseconds")
        #expect(numbers[3..<14].allSatisfy { $0 == 0 })
        #expect(numbers[14...] == [0, 88, 2, 91, 0xFFFF_FFFF, 92])
        #expect(file[88...] == [1, 2, 3, 4])
    }

    @Test func `a playlist names each sheet and what is on it`() {
        let list = TilePlaylist(
            layout: (10, 10),
            tile: (320, 180),
            interval: 10,
            sheets: [("0.jpg", 100), ("1.jpg", 7)]
        )
        let lines = String(decoding: list.m3u8(), as: UTF8.self).split(separator: "\n")
        #expect(lines.first == "#EXTM3U")
        #expect(lines.contains("#EXT-X-TARGETDURATION:1000"))
        #expect(
            lines.suffix(7) == [
                "#EXTINF:1000,", "#EXT-X-TILES:RESOLUTION=320x180,LAYOUT=10x10,DURATION=10",
                "0.jpg", "#EXTINF:70,",
                "#EXT-X-TILES:RESOLUTION=320x180,LAYOUT=10x10,DURATION=10", "1.jpg",
                "#EXT-X-ENDLIST",
            ]
        )
    }
}
