/** The page's state, and how each event changes it. Pure. */

import { clamp } from '../geometry.js';
import { shifted } from './timecode.js';

export const initialState = {
  library: 'loading', // or ready, failed
  list: [],
  chosen: null, // the id of one
  link: 'idle', // or connecting, open, lost, full, refused
  media: null,
  awaited: null, // an `index` message before `media`
  scrub: null, // the last `state` message
  painted: null,
  playback: null, // the player's position while it plays
  unplayable: false,
  peek: false, // the bubble is shown for a moment, with `step` the filmstrip too
  shuttle: 0, // the rate of playback, below 0 backward
  marks: {}, // the last `marks` message
  between: {}, // {from, to}, the marks in seconds
  settings: {},
  problem: null,
};

/** Errors that are not shown: of a gesture whose connection is gone. */
const quiet = ['unknown-gesture', 'not-open'];
/** What stays when another media is opened. */
const lasting = ({ library, list, settings }) => ({ ...initialState, library, list, settings });

const put = (state, { type, ...changes }) => ({ ...state, ...changes });

const reducers = {
  library: (state, { list }) => ({ ...state, library: 'ready', list }),
  'library-failed': (state) => ({ ...state, library: 'failed' }),
  choose: (state, { media }) => ({ ...lasting(state), chosen: media }),
  // A lost link stays shown during retries.
  link: (state, { link }) => (link === 'connecting' && isAway(state) ? state : { ...state, link }),
  opened: (state, { media, state: scrub }) => ({
    ...state, media: spanning(media), scrub, problem: null,
  }),
  state: (state, scrub) => ({ ...state, scrub, problem: null }),
  index: (state, message) => (
    state.media ? { ...state, media: indexed(state.media, message) } : { ...state, awaited: message }
  ),
  error: (state, problem) => (quiet.includes(problem.code) ? state : { ...state, problem }),
  painted: (state, { type, ...painted }) => ({ ...state, painted }),
  playback: (state, { playback }) => (
    playback ? { ...state, playback } : { ...state, playback, shuttle: 0 }
  ),
  unplayable: (state) => ({ ...state, unplayable: true, playback: null, shuttle: 0 }),
  peek: put,
  shuttle: put,
  problem: put,
  between: put,
  marks: (state, { type, seq, ...marks }) => ({ ...state, marks }),
  set: (state, { name, value }) => ({ ...state, settings: { ...state.settings, [name]: value } }),
};

export function reduce(state, event) {
  return reducers[event.type]?.(state, event) ?? state;
}

function indexed(media, { state, progress, reason, remote, ...found }) {
  const { end, frames, framesOnTrack, keyframes, version } = { ...media, ...found };
  const known = { end, frames, framesOnTrack, keyframes, version };
  const index = { state, progress, ...(reason && { reason }), ...(remote && { remote }) };
  return spanning({ ...media, ...known, index });
}

/** Sets the duration, which is what positions map over. */
function spanning(media) {
  const { first, end, timebase } = media;
  return { ...media, duration: ((end - first) * timebase[0]) / timebase[1] };
}

/** What the bar and the readout show: an estimate where it plays, or where it is `predicted`. */
export function reading({ media, scrub, playback }, predicted = null) {
  if (!media) return null;
  if (playback) return playback;
  const position = predicted ?? scrub.position;
  return position === scrub.position ? { ...scrub.target, position } : estimate(media, scrub, position);
}

/** From what the server has told last; at a variable rate not to the frame. */
function estimate({ framesOnTrack: frames, duration, frameRate }, { target, position: known }, position) {
  const frameAt = (place) => Math.floor(place * frames + 1e-6);
  const from = target.frame ?? frameAt(known);
  const frame = clamp(from + frameAt(position) - frameAt(known), 0, frames - 1);
  const steps = frame - from;
  const { timecode } = target;
  const rate = timecode && Math.round(frameRate[0] / frameRate[1]);
  return {
    position, frame, estimated: true, time: target.time + (steps * duration) / frames,
    timecode: timecode && shifted(timecode, steps, rate),
  };
}

export function isExact({ media, scrub, painted, playback }) {
  if (!media || playback || !scrub.target.exact) return false;
  return media.kind === 'audio' || (painted?.exact && isOwn(painted, scrub));
}

/** Whether a picture is the target's: by its time, as numbers may change during the index scan. */
function isOwn({ pts }, { target }) {
  return Number(pts) === target.pts;
}

/** The frame of a picture in view that is not the target's own, or null; its number, if known. */
export function standInFrame({ media, scrub, painted, playback }) {
  const isSeen = media && painted && !playback && (media.kind !== 'audio' || media.cover);
  return isSeen && !isOwn(painted, scrub) ? painted.frame : null;
}

export function isAway({ link }) {
  return ['lost', 'full', 'refused'].includes(link);
}

export function isIndexing({ media, awaited }) {
  return ((media ? media.index : awaited)?.state ?? 'complete') !== 'complete';
}

/** Whether the media that is open lies elsewhere. */
export function isRemote({ media }) {
  return Boolean(media?.index?.remote);
}

/** Whether a notice is shown in place of the picture. */
export function isNotable({ media, library, list, chosen, problem }) {
  if (media) return false;
  return problem !== null || (list.length === 0 && library !== 'loading' && !chosen);
}

/** The banner over the picture: its text and what is in it; or null. */
export function bannerFor(state) {
  const { link, media, problem, unplayable } = state;
  if (isAway(state)) return { says: link, retry: true };
  if (media && problem) return { says: 'problem', problem };
  return unplayable ? { says: 'unplayable' } : null;
}
