/** Seconds into a frame: rounding may put its first instant before it. */
const insideFrame = 0.001;

/**
 * The browser's own player on one file. It reports `first` when a frame is in view, the `time` of
 * each, `stopped`, and `failed` when it cannot play the file.
 */
export class Playback {
  #video;
  #report;
  #kind;
  #presented = null;
  playing = false;

  constructor(video, report) {
    this.#video = video;
    this.#report = report;
    video.addEventListener('ended', () => this.pause());
    video.addEventListener('error', () => this.#fail());
  }

  /** Takes another file, which is not fetched before it is played; none without a source. */
  load(kind, source) {
    this.playing = false;
    this.#kind = kind;
    if (source) this.#video.src = source;
    else this.#video.removeAttribute('src');
    this.#video.load();
  }

  /** Plays on from a frame's time. */
  async play(time) {
    this.playing = true;
    this.#presented = null;
    this.#video.currentTime = time + insideFrame;
    try {
      await this.#video.play();
    } catch (error) {
      return error.name === 'AbortError' ? undefined : this.#fail();
    }
    // A browser may play the sound of a file whose pictures it cannot decode.
    if (this.#kind === 'video' && this.#video.videoWidth === 0) return this.#fail();
    if (this.#kind !== 'video') this.#report('first');
    this.#watchFrames();
    this.#watchTime();
  }

  pause() {
    if (!this.playing) return;
    this.#stop();
    this.#report('stopped', this.#time);
  }

  get #time() {
    return this.#presented ?? this.#video.currentTime;
  }

  #watchFrames() {
    this.#video.requestVideoFrameCallback?.((_, { mediaTime }) => {
      if (!this.playing) return;
      if (this.#presented === null) this.#report('first');
      this.#presented = mediaTime;
      this.#watchFrames();
    });
  }

  #watchTime() {
    if (!this.playing) return;
    this.#report('time', this.#time);
    requestAnimationFrame(() => this.#watchTime());
  }

  #stop() {
    this.playing = false;
    this.#video.pause();
  }

  #fail() {
    if (!this.playing) return;
    this.#stop();
    this.#report('failed');
  }
}
