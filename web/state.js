/** Everything the page knows, and how each event changes it. Pure. */

export const initialState = Object.freeze({
  /** `loading`, `ready` or `failed`. */
  library: 'loading',
  /** What can be opened, `{id, name, bytes}` each. */
  list: [],
  /** The id of the media that was asked for. */
  chosen: null,
  /** `idle`, `connecting`, `open`, `lost`, `full` or `refused`. */
  link: 'idle',
  retryIn: null,
  /** The media that is open, as the server describes it. */
  media: null,
  /** The last `state` message. */
  scrub: null,
  /** `{seq, frame, exact}` of the picture on the screen. */
  painted: null,
  /** `{time}` while the browser plays. */
  playback: null,
  /** The browser cannot play this media. */
  unplayable: false,
  /** The bubble shows for a moment, as after a key. */
  peek: false,
  /** The last error that concerns the person, `{code, message}`. */
  problem: null,
});

/** Errors that are the page's own affair, such as a gesture that a lost socket has ended. */
const quiet = new Set(['unknown-gesture', 'not-open']);

const reducers = {
  library: (state, { list }) => ({ ...state, library: 'ready', list }),
  'library-failed': (state) => ({ ...state, library: 'failed' }),
  choose: (state, { media }) => ({
    ...initialState,
    library: state.library,
    list: state.list,
    chosen: media,
  }),
  link: (state, { link, retryIn = null }) => ({ ...state, link, retryIn }),
  opened: (state, message) => ({
    ...state,
    media: message.media,
    scrub: message.state,
    problem: null,
  }),
  state: (state, message) => ({ ...state, scrub: message, problem: null }),
  index: (state, message) => ({ ...state, media: withIndex(state.media, message) }),
  error: (state, { code, message }) =>
    quiet.has(code) ? state : { ...state, problem: { code, message } },
  painted: (state, { seq, frame, exact }) => ({ ...state, painted: { seq, frame, exact } }),
  playback: (state, { time }) => ({ ...state, playback: time === null ? null : { time } }),
  peek: (state, { peek }) => (state.peek === peek ? state : { ...state, peek }),
  unplayable: (state) => ({ ...state, unplayable: true, playback: null }),
};

/** @returns {object} The next state; the same one where the event concerns nobody. */
export function reduce(state, event) {
  return reducers[event.type]?.(state, event) ?? state;
}

/** The media with what the scan has found so far; the duration follows the end. */
function withIndex(media, message) {
  if (!media) return media;
  const end = message.end ?? media.end;
  const [numerator, denominator] = media.timebase;
  return {
    ...media,
    end,
    duration: ((end - media.first) * numerator) / denominator,
    frames: message.frames ?? media.frames,
    keyframes: message.keyframes ?? media.keyframes,
    index: { state: message.state, progress: message.progress },
  };
}

/**
 * What the bar and the readout show.
 *
 * While the browser plays, its clock is all there is to go by, so the frame is an estimate and
 * says so; at rest it is the server's word.
 *
 * @returns {{position, time, timecode, frame, estimated} | null}
 */
export function reading({ media, scrub, playback }) {
  if (!media || !scrub) return null;
  if (!playback) {
    const { frame, time, timecode } = scrub.target;
    return { position: scrub.position, time, timecode, frame, estimated: false };
  }
  const [numerator, denominator] = media.frameRate ?? [0, 1];
  const frame = Math.floor((playback.time * numerator) / denominator + 0.01);
  const position = media.duration > 0 ? Math.min(playback.time / media.duration, 1) : 0;
  return { position, time: playback.time, timecode: null, frame, estimated: true };
}

/** Whether the picture on the screen is the very frame that the server names, for good. */
export function isExact({ media, scrub, painted, playback }) {
  if (!scrub || playback) return false;
  if (media.kind === 'audio') return scrub.target.exact;
  return painted?.exact === true && painted.frame === scrub.target.frame && scrub.target.exact;
}
