import ScrubModel
import Testing
import Wire

@Suite("The configuration on the wire")
struct ConfigurationTests {
    /// Laws with sorted keys, as a server writes them.
    @Test(arguments: [
        #"{"falloff":9000,"floor":0.5,"kind":"quadratic"}"#,
        #"{"falloff":9000,"floor":"frame","kind":"quadratic"}"#,
        #"{"floor":0.01,"kind":"linear","reach":200}"#,
        #"{"floor":"frame","kind":"linear","reach":0.5}"#,
        #"{"hysteresis":15,"kind":"tiered","tiers":[[0,1],[50,0.5],[100,0.25],[150,0.1]]}"#,
        #"{"hysteresis":0,"kind":"tiered","tiers":[[0,0.125]]}"#,
        #"{"floor":"frame","from":24,"kind":"geometric","reach":240}"#,
        #"{"floor":0.001,"from":0,"kind":"geometric","reach":1.5}"#,
        #"{"kind":"flat"}"#,
    ])
    func `reads and writes every law`(_ law: String) throws {
        let json = message(law: law, snap: #"{"to":"none","when":"live"}"#)
        #expect(try written(json) == json)
    }

    @Test(arguments: [
        #"{"to":"none","when":"release"}"#,
        #"{"step":0.3,"to":"step","when":"live"}"#,
        #"{"count":12,"to":"count","when":"release"}"#,
        #"{"seconds":0.5,"to":"time","when":"live"}"#,
        #"{"to":"frame","when":"live"}"#,
        #"{"rule":"nearest","to":"keyframe","when":"live"}"#,
        #"{"rule":"before","to":"keyframe","when":"release"}"#,
        #"{"rule":"after","to":"keyframe","when":"live"}"#,
        #"{"to":"chapter","when":"release"}"#,
        #"{"stops":[0,0.25,1],"to":"stops","when":"live"}"#,
    ])
    func `reads and writes every snap`(_ snap: String) throws {
        let json = message(law: #"{"kind":"flat"}"#, snap: snap)
        #expect(try written(json) == json)
    }

    private func message(law: String, snap: String) -> String {
        #"{"configuration":{"law":\#(law),"overshoot":"accumulate","press":"hold","#
            + #""preview":null,"snap":\#(snap)},"type":"configured"}"#
    }

    /// What a client reads, written again.
    private func written(_ json: String) throws -> String {
        String(decoding: try ServerMessage(json: Array(json.utf8)).json(), as: UTF8.self)
    }
}
