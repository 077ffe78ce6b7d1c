import { emit, reflect } from './support.js';

/** Animation frames in which a stopped player may still present another frame. */
const settling = 8;

/** A view's player, which is the browser's. */
export class Part {
  #view;
  #video;
  /** The time of the frame in view, once it is known, and when it came into view. */
  #presented = null;
  #at = null;
  /** Counts plays and stops: what awaits compares it to learn that it has been superseded. */
  #generation = 0;
  /** Whether it is to come to rest, even before it has begun to play. */
  #rests = false;

  constructor(view, find) {
    [this.#view, this.#video] = [view, find('video')];
    this.#video.preload = 'auto';
    this.#video.addEventListener('ended', () => this.pause(true));
    this.#video.addEventListener('error', () => this.#fail());
    reportBuffered(view, this.#video);
    view.addEventListener('picturepainted', ({ detail }) => this.#hideAfter(detail));
    this.load();
  }

  load() {
    this.#generation += 1;
    this.#view.playing = false;
    const { source } = this.#view;
    if (source) this.#video.src = source;
    else this.#video.removeAttribute('src');
    this.#video.load();
  }

  /** Plays on from a time, so many times as fast; without a time, from the frame in view. */
  async play(time, rate) {
    const goesOn = this.#view.playing && !this.#video.paused;
    this.#video.playbackRate = rate;
    if (goesOn) return time === undefined ? undefined : this.#go(time);
    const generation = this.#begin();
    try {
      await this.#takeOver(time ?? this.#time, generation);
      if (generation === this.#generation && !this.#rests) await this.#video.play();
      // The frame that it rested on was in view long before.
      this.#at = null;
    } catch (error) {
      return error.name === 'AbortError' ? undefined : this.#fail();
    }
    return this.#watchTime(generation);
  }

  #begin() {
    this.#view.playing = true;
    this.#rests = false;
    this.#generation += 1;
    return this.#generation;
  }

  /** Shows the player on the very frame in view, before it moves. */
  async #takeOver(time, generation) {
    this.#watchFrames(generation);
    await this.#seek(time);
    // A browser may play the sound of a file whose pictures it cannot decode.
    const isVideo = this.#view.media.kind === 'video';
    if (isVideo && this.#video.videoWidth === 0) throw new Error('no pictures');
    if (isVideo) await this.#until(() => this.#presented !== null);
    if (generation === this.#generation) this.#show(true);
  }

  /** A millisecond on: rounding may put a frame's start into the frame before. */
  #go(time) {
    this.#presented = this.#at = null;
    this.#video.currentTime = time + 0.001;
  }

  #seek(time) {
    if (this.#video.error) throw this.#video.error;
    this.#go(time);
    // An error meanwhile ends the playback by the player's `error` event.
    return new Promise((done) => {
      this.#video.addEventListener('seeked', done, { once: true });
    });
  }

  /** Goes on at another rate. */
  pace(rate) {
    if (this.#view.playing) this.#video.playbackRate = rate;
  }

  /** Stops on the last frame that the player presents: some may still come after `pause`. */
  async rest() {
    const generation = this.#generation;
    this.#rests = true;
    this.#video.pause();
    let last;
    do {
      last = this.#presented;
      await this.#until(() => this.#presented !== last);
    } while (this.#presented !== last);
    // It may have been played again or moved meanwhile.
    if (generation === this.#generation && this.#video.paused) this.pause();
  }

  /** Stops at once, because the position goes elsewhere or the file has ended. */
  pause(ended = false) {
    if (!this.#view.playing) return;
    const time = this.#presented === null ? this.#time : Math.max(this.#presented, drawn(this.#video));
    this.#stop();
    // Its clock is ahead of the frame in view, by more the busier the machine is.
    this.#go(time);
    emit(this.#view, 'playbackstopped', { time, ended });
  }

  get #time() {
    return this.#presented ?? this.#video.currentTime;
  }

  /** When the frame in view came there; of sound alone, and where frames are not told of, now. */
  get #since() {
    const tells = this.#view.media.kind === 'video' && 'requestVideoFrameCallback' in this.#video;
    if (tells) return this.#at;
    return this.#video.seeking ? null : performance.now();
  }

  #watchFrames(generation) {
    this.#video.requestVideoFrameCallback?.((_, { mediaTime, presentationTime }) => {
      if (generation !== this.#generation) return;
      // On its way elsewhere it may still present a frame of where it was.
      if (!this.#video.seeking) [this.#presented, this.#at] = [mediaTime, presentationTime];
      this.#watchFrames(generation);
    });
  }

  /** Waits with a limit: a frame that was in view already is not reported again. */
  async #until(isSo) {
    for (let frame = 0; frame < settling && !isSo(); frame += 1) {
      await new Promise(requestAnimationFrame);
    }
  }

  #watchTime(generation, before = {}) {
    // A player that comes to rest reports no more times: a listener could seek by them.
    if (generation !== this.#generation || this.#video.paused) return;
    const now = { time: this.#time, at: this.#since };
    // A film has fewer frames than a screen, and what is drawn for one is drawn once.
    if (now.time !== before.time || now.at !== before.at) emit(this.#view, 'playbacktime', now);
    requestAnimationFrame(() => this.#watchTime(generation, now));
  }

  #stop() {
    this.#generation += 1;
    this.#view.playing = false;
    this.#video.pause();
  }

  #fail() {
    if (!this.#view.playing) return;
    this.#stop();
    this.#show(false);
    emit(this.#view, 'playbackfailed');
  }

  /** Makes place for the server's picture, unless it plays. */
  reveal() {
    if (!this.#view.playing) this.#show(false);
  }

  #show(isSeen) {
    this.#view.toggleAttribute('player', isSeen);
  }

  /** Hides the player once the server's exact picture is there. */
  #hideAfter({ exact }) {
    if (exact) this.reveal();
  }
}

/**
 * The time of the frame that a player draws, 0 where that is not known: Firefox says 0. It may be a
 * frame after the last one told of, for none is told of that comes while another is being.
 */
function drawn(video) {
  try {
    const frame = new VideoFrame(video);
    const { timestamp } = frame;
    frame.close();
    return timestamp / 1e6;
  } catch {
    return 0;
  }
}

/** Reports the buffered ranges of a view's player as they change; the view's `bar` shows them. */
function reportBuffered(view, video) {
  const report = () => {
    const { buffered } = video;
    const ranges = Array.from(buffered, (_, i) => [buffered.start(i), buffered.end(i)]);
    emit(view, 'playbackbuffered', { ranges });
    showBuffered(view.getRootNode().getElementById?.(view.getAttribute('bar')), ranges);
  };
  for (const type of ['progress', 'suspend', 'timeupdate', 'emptied']) video.addEventListener(type, report);
}

function showBuffered(bar, ranges) {
  if (bar) reflect(bar, { buffered: shares(ranges, Number(bar.getAttribute('duration'))) });
}

/** Ranges in seconds as the bar's `buffered`: shares of the duration. */
function shares(ranges, duration) {
  const at = (time) => Math.min(time / duration, 1);
  return ranges.map(([from, to]) => `${at(from)} ${at(to)}`).join(', ');
}
