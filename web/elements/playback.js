/** The browser's player. It reports the `first` frame in view, `time`, `stopped` and `failed`. */
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

  load(kind, source) {
    this.playing = false;
    this.#kind = kind;
    if (source) this.#video.src = source;
    else this.#video.removeAttribute('src');
    this.#video.load();
  }

  /** Plays on from a time, so many times as fast, also where it plays already. */
  async play(time, rate) {
    this.#presented = null;
    this.#video.playbackRate = rate;
    // Rounding may put a frame's first instant before it.
    this.#video.currentTime = time + 0.001;
    if (this.playing) return;
    this.playing = true;
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
    const time = this.#time;
    this.#stop();
    // Its clock is ahead of the frame in view, by more the busier the machine is.
    this.#video.currentTime = time + 0.001;
    this.#report('stopped', time);
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
