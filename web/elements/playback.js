import { emit } from './support.js';

/** Animation frames in which a player that was stopped may still show, or tell of, another frame. */
const settling = 8;

/** A view's player, which is the browser's. */
export class Part {
  #view;
  #video;
  #presented = null;

  constructor(view, find) {
    [this.#view, this.#video] = [view, find('video')];
    this.#video.preload = 'auto';
    this.#video.addEventListener('ended', () => this.pause());
    this.#video.addEventListener('error', () => this.#fail());
    view.addEventListener('picturepainted', ({ detail }) => this.#yield(detail));
    this.load();
  }

  load() {
    this.#view.playing = false;
    const { source } = this.#view;
    if (source) this.#video.src = source;
    else this.#video.removeAttribute('src');
    this.#video.load();
  }

  async play(time) {
    this.#view.playing = true;
    this.#presented = null;
    try {
      await this.#take(time);
      if (this.#view.playing) await this.#video.play();
    } catch (error) {
      return error.name === 'AbortError' ? undefined : this.#fail();
    }
    this.#watchTime();
  }

  /** Takes over on the very frame that is in view, before it moves. */
  async #take(time) {
    this.#watchFrames();
    await this.#seek(time);
    // A browser may play the sound of a file whose pictures it cannot decode.
    const isVideo = this.#view.media.kind === 'video';
    if (isVideo && this.#video.videoWidth === 0) throw new Error('no pictures');
    if (isVideo) await this.#until(() => this.#presented !== null);
    if (this.#view.playing) this.#show(true);
  }

  /** Rounding may put a frame's first instant before it. */
  #seek(time) {
    this.#video.currentTime = time + 0.001;
    return new Promise((done, fail) => {
      const options = { once: true };
      this.#video.addEventListener('seeked', done, options);
      this.#video.addEventListener('error', () => fail(this.#video.error), options);
    });
  }

  /** Stops on the frame in view: those on their way may still come. */
  async rest() {
    this.#video.pause();
    let last;
    do {
      last = this.#presented;
      await this.#until(() => this.#presented !== last);
    } while (this.#presented !== last);
    this.pause();
  }

  /** Stops at once, for what goes elsewhere. */
  pause() {
    if (!this.#view.playing) return;
    const time = this.#time;
    this.#stop();
    // Its clock is ahead of the frame in view, by more the busier the machine is.
    this.#video.currentTime = time + 0.001;
    emit(this.#view, 'playbackstopped', { time });
  }

  get #time() {
    return this.#presented ?? this.#video.currentTime;
  }

  #watchFrames() {
    this.#video.requestVideoFrameCallback?.((_, { mediaTime }) => {
      if (!this.#view.playing) return;
      this.#presented = mediaTime;
      this.#watchFrames();
    });
  }

  /** Not for ever: a frame that was in view already is not told of again. */
  async #until(isSo) {
    for (let frame = 0; frame < settling && !isSo(); frame += 1) {
      await new Promise(requestAnimationFrame);
    }
  }

  #watchTime() {
    if (!this.#view.playing) return;
    emit(this.#view, 'playbacktime', { time: this.#time });
    requestAnimationFrame(() => this.#watchTime());
  }

  #stop() {
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
