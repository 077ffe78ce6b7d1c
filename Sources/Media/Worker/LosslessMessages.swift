import Timeline

extension LosslessPicture {
    /// Writes all but the bytes, which follow.
    func send(into writer: inout ByteWriter) {
        shape.send(into: &writer)
        colours.send(into: &writer)
        writer.append(isConcealed ? 1 : 0)
        writer.append(UInt64(type.rawValue))
        writer.append(UInt64(bytes.count))
    }

    init(sentTo reader: inout ByteReader) throws(StoredError) {
        let shape = try PixelShape(sentTo: &reader)
        let colours = try PixelColours(sentTo: &reader)
        let isConcealed = try reader.number() == 1
        let type = PictureType(rawValue: UInt8(try reader.integer(in: 0...255)))
        guard let type else { throw .impossible }
        self.init(
            bytes: try reader.slice(),
            shape: shape,
            colours: colours,
            isConcealed: isConcealed,
            type: type
        )
    }
}

extension PixelShape {
    fileprivate func send(into writer: inout ByteWriter) {
        writer.append(format)
        for number in [size.width, size.height, planes.count] { writer.append(UInt64(number)) }
        for plane in planes {
            for number in [plane.offset, plane.stride, plane.width, plane.height] {
                writer.append(UInt64(number))
            }
        }
    }

    fileprivate init(sentTo reader: inout ByteReader) throws(StoredError) {
        let format = try reader.text()
        let size = PixelSize(width: try reader.small(), height: try reader.small())
        var planes: [Plane] = []
        for _ in 0..<(try reader.integer(in: 0...Self.mostPlanes)) {
            planes.append(
                Plane(
                    offset: try reader.small(),
                    stride: try reader.small(),
                    width: try reader.small(),
                    height: try reader.small()
                )
            )
        }
        self.init(format: format, size: size, planes: planes)
    }
}

extension PixelColours {
    fileprivate func send(into writer: inout ByteWriter) {
        for name in [range, space, primaries, transfer, chromaLocation] { writer.append(name) }
        writer.append(isTopFieldFirst.map { $0 ? 2 : 1 } ?? 0)
    }

    fileprivate init(sentTo reader: inout ByteReader) throws(StoredError) {
        let (range, space) = (try reader.text(), try reader.text())
        let (primaries, transfer) = (try reader.text(), try reader.text())
        let location = try reader.text()
        let fields = try reader.integer(in: 0...2)
        self.init(
            range: range,
            space: space,
            primaries: primaries,
            transfer: transfer,
            chromaLocation: location,
            isTopFieldFirst: fields == 0 ? nil : fields == 2
        )
    }
}

extension LosslessFormat {
    init(sentTo reader: inout ByteReader) throws(StoredError) {
        guard let format = LosslessFormat(rawValue: try reader.text()) else { throw .impossible }
        self = format
    }
}
