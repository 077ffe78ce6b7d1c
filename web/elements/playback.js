import { emit } from './support.js';
import { tellOfBuffered } from './view-buffered.js';

/** Animation frames in which a player that was stopped may still show or tell of another frame. */
const settling = 8;

/** A view's player, which is the browser's. */
export class Part {
  #view;
  #video;
  #presented = null;
  /** Grows with each playing and each stop: what waits knows by it that it is too late. */
  #turn = 0;
  /** Whether it is to come to rest, be it before it has begun. */
  #rests = false;

  constructor(view, find) {
    [this.#view, this.#video] = [view, find('video')];
    this.#video.preload = 'auto';
    this.#video.addEventListener('ended', () => this.pause(true));
    this.#video.addEventListener('error', () => this.#fail());
    tellOfBuffered(view, this.#video);
    view.addEventListener('picturepainted', ({ detail }) => this.#yield(detail));
    this.load();
  }

  load() {
    this.#turn += 1;
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
    const turn = this.#begin();
    try {
      await this.#take(time ?? this.#time, turn);
      if (turn === this.#turn && !this.#rests) await this.#video.play();
    } catch (error) {
      return error.name === 'AbortError' ? undefined : this.#fail();
    }
    return this.#watchTime(turn);
  }

  #begin() {
    this.#view.playing = true;
    this.#rests = false;
    this.#turn += 1;
    return this.#turn;
  }

  /** Takes over on the very frame that is in view, before it moves. */
  async #take(time, turn) {
    this.#watchFrames(turn);
    await this.#seek(time);
    // A browser may play the sound of a file whose pictures it cannot decode.
    const isVideo = this.#view.media.kind === 'video';
    if (isVideo && this.#video.videoWidth === 0) throw new Error('no pictures');
    if (isVideo) await this.#until(() => this.#presented !== null);
    if (turn === this.#turn) this.#show(true);
  }

  /** Rounding may put a frame's first instant before it. */
  #go(time) {
    this.#presented = null;
    this.#video.currentTime = time + 0.001;
  }

  #seek(time) {
    if (this.#video.error) throw this.#video.error;
    this.#go(time);
    // An error on the way ends the playing, whoever waits.
    return new Promise((done) => {
      this.#video.addEventListener('seeked', done, { once: true });
    });
  }

  /** Stops on the frame in view: those on their way may still come. */
  async rest() {
    const turn = this.#turn;
    this.#rests = true;
    this.#video.pause();
    let last;
    do {
      last = this.#presented;
      await this.#until(() => this.#presented !== last);
    } while (this.#presented !== last);
    // Someone may have played it, or gone elsewhere, meanwhile.
    if (turn === this.#turn && this.#video.paused) this.pause();
  }

  /** Stops at once, for what goes elsewhere, or since the film has ended. */
  pause(ended = false) {
    if (!this.#view.playing) return;
    const time = this.#time;
    this.#stop();
    // Its clock is ahead of the frame in view, by more the busier the machine is.
    this.#go(time);
    emit(this.#view, 'playbackstopped', { time, ended });
  }

  get #time() {
    return this.#presented ?? this.#video.currentTime;
  }

  #watchFrames(turn) {
    this.#video.requestVideoFrameCallback?.((_, { mediaTime }) => {
      if (turn !== this.#turn) return;
      this.#presented = mediaTime;
      this.#watchFrames(turn);
    });
  }

  /** Not for ever: a frame that was in view already is not told of again. */
  async #until(isSo) {
    for (let frame = 0; frame < settling && !isSo(); frame += 1) {
      await new Promise(requestAnimationFrame);
    }
  }

  #watchTime(turn) {
    // One that comes to rest tells of no more: whoever hears might send it elsewhere.
    if (turn !== this.#turn || this.#video.paused) return;
    emit(this.#view, 'playbacktime', { time: this.#time });
    requestAnimationFrame(() => this.#watchTime(turn));
  }

  #stop() {
    this.#turn += 1;
    this.#view.playing = false;
    this.#video.pause();
  }

  #fail() {
    if (!this.#view.playing) return;
    this.#stop();
    this.#show(false);
    emit(this.#view, 'playbackfailed');
  }

  #show(isSeen) {
    this.#view.toggleAttribute('player', isSeen);
  }

  /** Goes when the server's picture of the same frame is there. */
  #yield({ exact }) {
    if (exact && !this.#view.playing) this.#show(false);
  }
}
