import { emit } from './support.js';

/** A view's player, which is the browser's. */
export class Part {
  #view;
  #video;
  #presented = null;

  constructor(view, find) {
    [this.#view, this.#video] = [view, find('video')];
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
    // Rounding may put a frame's first instant before it.
    this.#video.currentTime = time + 0.001;
    try {
      await this.#video.play();
    } catch (error) {
      return error.name === 'AbortError' ? undefined : this.#fail();
    }
    // A browser may play the sound of a file whose pictures it cannot decode.
    const isVideo = this.#view.media.kind === 'video';
    if (isVideo && this.#video.videoWidth === 0) return this.#fail();
    if (!isVideo) this.#show(true);
    this.#watchFrames();
    this.#watchTime();
  }

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
      if (this.#presented === null) this.#show(true);
      this.#presented = mediaTime;
      this.#watchFrames();
    });
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
