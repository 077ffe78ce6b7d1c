#if !hasFeature(Embedded)
    package import ScrubModel  // for the browser, the model is compiled together with this
#endif

/// The model of one page, which has one thread and one instance of the module.
package struct Page {
    /// Turns drags into the position.
    package var scrubber = Scrubber()

    /// The configuration that `scrub_configure` will apply.
    package var settings = Configuration()

    /// The knob that is dragged, if one is.
    package var slider: ConfirmSlider?

    /// The stops that depend on the media.
    package var mediaStops = MediaStops()

    package init() {}
}

/// The page's own model.
package nonisolated(unsafe) var page = Page()

/// The stops of a snap that depends on the media, as the page knows them.
package struct MediaStops: StopFinder {
    /// Where they are: ascending, several perhaps at one place.
    package var places: StopList?

    /// Which of the two stops around a place attracts it.
    package var rule = Snap.Rule.nearest

    package init() {}

    package func nearest(to raw: Double, among _: Snap.MediaStops) -> Snap.Landing? {
        guard let places, places.count > 0 else { return nil }
        return Snap.nearest(to: raw, among: places, by: rule)
    }

    package func stop(_ count: Int, from position: Double, among marks: Snap.MediaStops) -> Double?
    {
        guard let places, var from = nearest(to: position, among: marks)?.stop else { return nil }
        // Several at one place are left together.
        while count < 0, from > 0, places[from - 1] == places[from] { from -= 1 }
        let (sum, overflow) = from.addingReportingOverflow(count)
        let last = places.count - 1
        return places[overflow ? (count < 0 ? 0 : last) : min(max(sum, 0), last)]
    }
}
