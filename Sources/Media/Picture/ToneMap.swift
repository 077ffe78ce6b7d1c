import CFFmpeg

/// Maps HDR and wide-gamut pictures to the range and gamut of a JPEG.
///
/// Transfer functions are those of ITU-R BT.2100, white at 203 cd/m² is from BT.2408, and brighter
/// light is compressed by the curve of BT.2390, section 5.4.1: what is darker than about 90 cd/m²
/// stays as it is. The largest of the three components sets the gain, so that hues are kept.
struct ToneMap: Equatable {
    /// The transfer function of a picture's values.
    enum Transfer {
        /// That of SDR video; only the gamut differs from a JPEG's.
        case standard
        /// Absolute light by the perceptual quantizer (SMPTE ST 2084).
        case pq
        /// Light relative to the display's peak: hybrid log-gamma (ARIB STD-B67).
        case hlg
    }

    let transfer: Transfer
    /// Light of each component value, in cd/m²; for `standard` and `hlg` relative to the peak.
    private let light: [Float]
    /// The factor for each light, indexed by its square root.
    private let gains: [Float]
    /// The JPEG's value for each light, indexed by its square root.
    private let values: [UInt8]

    private static let steps = 4096
    /// cd/m² of the assumed peak, as brighter light is rare, and of white.
    private static let peak: Float = 1000
    private static let white: Float = 203

    init(_ transfer: Transfer) {
        let steps = 0..<Self.steps
        let positions = steps.map { Float($0) / Float(Self.steps - 1) }
        self.transfer = transfer
        light = positions.map { Self.light(of: $0, transfer) }
        gains = positions.map { transfer == .standard ? 1 : Self.gain(of: $0 * $0 * Self.peak) }
        values = positions.map { UInt8((Self.value(of: $0 * $0, transfer) * 255).rounded()) }
    }

    static func == (a: ToneMap, b: ToneMap) -> Bool { a.transfer == b.transfer }

    /// The sRGB pixel for three 16-bit values of BT.2020 primaries.
    func pixel(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> UInt32 {
        var (r, g, b) = (light(red), light(green), light(blue))
        if transfer == .hlg {
            // BT.2100's OOTF for a display of the peak's brightness.
            let bright = Self.peak * vn_power(0.2627 * r + 0.678 * g + 0.0593 * b, 0.2)
            (r, g, b) = (r * bright, g * bright, b * bright)
        }
        let scale = transfer == .standard ? 1 : gain(max(r, g, b)) / Self.white
        (r, g, b) = (r * scale, g * scale, b * scale)
        // From BT.2020 primaries to those of BT.709 and sRGB (BT.2407).
        return value(1.6605 * r - 0.5876 * g - 0.0728 * b)
            | value(-0.1246 * r + 1.1329 * g - 0.0083 * b) << 8
            | value(-0.0182 * r - 0.1006 * g + 1.1187 * b) << 16
    }

    private func light(_ value: UInt16) -> Float { light[Int(value >> 4)] }

    private func gain(_ light: Float) -> Float { gains[index(of: light / Self.peak)] }

    private func value(_ light: Float) -> UInt32 { UInt32(values[index(of: light)]) }

    private func index(of light: Float) -> Int {
        Int(min(max(light, 0), 1).squareRoot() * Float(Self.steps - 1) + 0.5)
    }
}

// MARK: - Transfer functions and the compression curve

extension ToneMap {
    private static func light(of value: Float, _ transfer: Transfer) -> Float {
        switch transfer {
        case .standard: vn_power(value, 2.4)
        case .pq: pqLight(value)
        case .hlg where value <= 0.5: value * value / 3
        case .hlg: (expf((value - 0.5599107) / 0.1788328) + 0.2846689) / 12
        }
    }

    private static func value(of light: Float, _ transfer: Transfer) -> Float {
        let root = vn_power(light, 1 / 2.4)
        if transfer == .standard { return root }
        return light <= 0.0031308 ? 12.92 * light : 1.055 * root - 0.055
    }

    private static func gain(of light: Float) -> Float {
        guard light > 0 else { return 1 }
        let whole = pqValue(peak)
        let target = pqValue(white) / whole
        let knee = 1.5 * target - 0.5
        let index = min(pqValue(light) / whole, 1)
        guard index > knee else { return 1 }
        let t = (index - knee) / (1 - knee)
        let bent =
            (2 * t * t * t - 3 * t * t + 1) * knee + (t * t * t - 2 * t * t + t) * (1 - knee)
            + (-2 * t * t * t + 3 * t * t) * target
        return pqLight(bent * whole) / light
    }

    private static func pqLight(_ value: Float) -> Float {
        let root = vn_power(value, 32 / 2523)
        return 10_000
            * vn_power(max(root - 0.8359375, 0) / (18.851_562 - 18.6875 * root), 8192 / 1305)
    }

    private static func pqValue(_ light: Float) -> Float {
        let root = vn_power(light / 10_000, 1305 / 8192)
        return vn_power((0.8359375 + 18.851_562 * root) / (1 + 18.6875 * root), 2523 / 32)
    }
}
