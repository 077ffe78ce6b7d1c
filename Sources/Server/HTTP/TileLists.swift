import Library
import Media
import Pictures
import Wire

/// Lists of tiles, each in the form of the players that read it.
extension TileRequest {
    /// What a list is called over HTTP.
    var listType: String {
        switch self {
        case .cues: ThumbnailCues.contentType
        case .cueList: "application/json"
        case .iFrameHead: JPEGTrack.contentType
        default: TilePlaylist.contentType
        }
    }

    /// The list of the tiles of a plan; empty for what is no list.
    func list(_ plan: TilePlan, of clip: Clip) -> [UInt8] {
        switch self {
        case .cues: plan.cues.vtt()
        case .cueList: plan.cues.json(below: "/api/v1/media/\(clip.id)")
        case .playlist: plan.playlist.m3u8()
        case .iFrames: plan.iFrames.m3u8()
        case .variants:
            // A media may have smaller pictures than can be asked for.
            plan.iFrames.variants(
                in: "trickplay/\(max(plan.cell.width, TileQuery.widths.lowerBound))"
            )
        case .iFrameHead: JPEGTrack(width: plan.cell.width, height: plan.cell.height).head
        case .sheet, .bif, .filmstrip, .iFrame: []
        }
    }
}
