/// What Redis does in one step, so that no other server comes between: the commands that the ACL in
/// docs/nodes.md allows are those of these scripts.
///
/// Each takes the log and the state as keys, and as its first arguments the channel and how long
/// both are kept, in milliseconds.
enum RoomScript: String {
    /// Adds a record to the log.
    case append
    /// Makes the room ready for a server, and returns what holds of it.
    case enter
    /// Lets a member lead if the epoch is still the one that it saw, or no longer if it leads.
    case claim
    /// Notes what the leader of an epoch plays.
    case play

    /// The command that runs it in a room.
    func command(
        _ keys: RoomKeys,
        _ room: String,
        life: Duration = Self.life,
        _ arguments: String...
    ) -> [String] {
        let milliseconds = life.components.seconds * 1000
        return [
            "EVAL", Self.common + body, "2", keys.log(room), keys.state(room),
            keys.channel(room), "\(milliseconds)",
        ] + arguments
    }

    /// How long a room is kept that nobody is in.
    static let life = Duration.seconds(60)
    /// How long an entry of the log counts: a member of which nothing was told for so long is gone.
    static let window = Duration.seconds(12)

    private static let common = """
        local function keep()
          redis.call('PEXPIRE', KEYS[1], ARGV[2])
          redis.call('PEXPIRE', KEYS[2], ARGV[2])
        end
        local function tell(record)
          local id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', 4096, '*', 'r', record)
          keep()
          redis.call('PUBLISH', ARGV[1], id .. ' ' .. record)
        end
        local function text(epoch) return string.format('%.0f', epoch) end
        local function set_leader(epoch, leader)
          redis.call('HSET', KEYS[2], 'epoch', text(epoch), 'leader', leader)
          redis.call('HDEL', KEYS[2], 'play')
          tell('L 0 ' .. text(epoch) .. ' ' .. leader)
        end
        local function after(epoch) return (math.floor(epoch / 65536) + 1) * 65536 end
        local epoch = tonumber(redis.call('HGET', KEYS[2], 'epoch') or '0')
        local leader = redis.call('HGET', KEYS[2], 'leader') or ''

        """

    private var body: String {
        switch self {
        case .append:
            """
            tell(ARGV[3])
            """
        case .enter:
            """
            local media = redis.call('HGET', KEYS[2], 'media')
            if media and media ~= ARGV[3] then return {media} end
            redis.call('HSET', KEYS[2], 'media', ARGV[3])
            keep()
            local time = redis.call('TIME')
            local now = time[1] * 1000 + math.floor(time[2] / 1000)
            local own = tonumber(ARGV[4])
            if not media then
              -- Redis may have forgotten epochs of which this server has never heard: a new one is
              -- later than any that began at most sixteen times a second.
              epoch = math.max(after(own), math.floor(now / 62.5) * 65536)
              leader = ARGV[5]
              set_leader(epoch, leader)
            elseif own > epoch then
              if leader == '' or leader == ARGV[5] then
                epoch, leader = own, ARGV[5]
              else
                epoch = after(own)
              end
              set_leader(epoch, leader)
            end
            local log = redis.call('XREVRANGE', KEYS[1], '+', text(now - ARGV[6]), 'COUNT', 1000)
            local play = redis.call('HGET', KEYS[2], 'play') or ''
            return {ARGV[3], text(epoch), leader, play, text(now), log}
            """
        case .claim:
            """
            local takes = ARGV[4] == '1'
            local changes = leader == ARGV[3]
            if takes then changes = epoch == tonumber(ARGV[5]) end
            if changes then
              epoch, leader = after(epoch), takes and ARGV[3] or ''
              set_leader(epoch, leader)
            end
            return {changes and 1 or 0, text(epoch), leader}
            """
        case .play:
            """
            if epoch ~= tonumber(ARGV[3]) then return 0 end
            redis.call('HSET', KEYS[2], 'play', ARGV[4])
            tell(ARGV[4])
            return 1
            """
        }
    }
}
