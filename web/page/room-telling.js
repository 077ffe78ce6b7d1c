/** What a room's leader tells of its player. Pure: frames come into view, messages come out. */

import { clamp } from '../geometry.js';

/**
 * Milliseconds between two messages while nothing changes: the first ones are soon repeated, as
 * each may have been late.
 */
const [soon, later, repeats] = [500, 2000, 5];
/** Milliseconds until it is told that the player is elsewhere than was told. */
const noticed = 250;
/** Seconds by which it may be elsewhere, and frames. */
const [unsaid, frames] = [0.05, 1.5];
/** Milliseconds of a frame that count as its beginning. */
const beginning = 2;
/** Milliseconds for which the next frame is waited for, and by which a page may see one late. */
const patience = 300;

export class Telling {
  #told = null;
  #repeats = 0;

  /**
   * A frame of a time came into view at `at`, and the player plays at a rate: `{message, wait}`, what
   * is to be told and after how many milliseconds, or null. A message names a frame and means its
   * beginning, so it is told for when the next one comes into view; it reaches the server after `lag`.
   */
  seen({ time, at }, rate, media, now, lag = 0) {
    const place = time + (rate * (clamp(now - at, 0, patience) + lag)) / 1000;
    const length = frameTime(media);
    if (now < this.#due(place, rate, length, now)) return null;
    const next = Math.ceil((place - (beginning * rate) / 1000) / length) * length;
    const wait = Math.max(0, (1000 * (next - place)) / rate);
    // A slow one is not waited for: of a frame that is long in view less is asked.
    const [told, after] = wait > patience ? [place, 0] : [next, wait];
    const message = this.#tell('playing', rate, frameAt(told, media), length, now + after);
    return { message, wait: after };
  }

  /** It rests on a time; what is to be told, or null. Who has just taken the lead tells that, too. */
  rests(time, media) {
    if (this.#told?.state === 'paused') return null;
    return this.#tell('paused', this.#told?.rate ?? 1, frameAt(time, media), frameTime(media), 0);
  }

  /** From when on it is to be told where it is. */
  #due(place, rate, length, now) {
    const told = this.#told;
    if (told?.state !== 'playing' || told.rate !== rate) {
      this.#repeats = 0;
      // At once, for how fast others follow.
      return -Infinity;
    }
    const believed = told.place + ((now - told.now) * rate) / 1000;
    if (Math.abs(place - believed) > Math.max(unsaid * rate, frames * length)) {
      this.#repeats = 0;
      return told.now + noticed;
    }
    return told.now + (this.#repeats < repeats ? soon : later);
  }

  #tell(state, rate, frame, length, now) {
    this.#told = { state, rate, place: frame * length, now };
    this.#repeats += 1;
    return { state, rate, frame };
  }
}

const frameTime = ({ frameRate: [num, den] }) => den / num;

/** At a variable rate an estimate; within the track, whose frames the server knows. */
function frameAt(time, { frameRate: [num, den], framesOnTrack }) {
  return clamp(Math.floor((time * num) / den + 0.01), 0, Math.max(framesOnTrack - 1, 0));
}
