/** Aims into the frame and not at its first instant, which rounding may put before it. */
const insideFrame = 0.001;

/**
 * The browser's own player on one file. It reports the times of the frames it really presents.
 */
export class Playback {
  #video;
  #report;
  #presented = null;
  #wanted = false;

  /**
   * @param {HTMLVideoElement} video
   * @param {object} report
   * @param {(time: number) => void} report.time - On each frame while it plays, in seconds.
   * @param {() => void} report.first - The first frame after `play` is on the screen.
   * @param {(time: number) => void} report.stopped
   * @param {() => void} report.failed - The browser cannot play this file.
   */
  constructor(video, report) {
    this.#video = video;
    this.#report = report;
    video.addEventListener('ended', () => this.pause());
    video.addEventListener('error', () => this.#fail());
  }

  get playing() {
    return this.#wanted;
  }

  /** Takes another file, which is not fetched before it is played. */
  load(source) {
    this.#wanted = false;
    this.#video.pause();
    if (source) this.#video.src = source;
    else this.#video.removeAttribute('src');
    this.#video.load();
  }

  /** Plays on from a frame's time. */
  async play(time) {
    this.#wanted = true;
    this.#presented = null;
    this.#video.currentTime = time + insideFrame;
    try {
      await this.#video.play();
    } catch (error) {
      return error.name === 'AbortError' ? undefined : this.#fail();
    }
    // A file whose pictures the browser cannot decode still plays its sound: that is not playing.
    if (this.#video.dataset.kind === 'video' && this.#video.videoWidth === 0) return this.#fail();
    if (this.#video.dataset.kind !== 'video') this.#report.first();
    this.#watchFrames();
    this.#watchTime();
  }

  pause() {
    if (!this.#wanted) return;
    this.#wanted = false;
    this.#video.pause();
    this.#report.stopped(this.#time);
  }

  get #time() {
    return this.#presented ?? this.#video.currentTime;
  }

  #watchFrames() {
    this.#video.requestVideoFrameCallback?.((_, { mediaTime }) => {
      if (!this.#wanted) return;
      if (this.#presented === null) this.#report.first();
      this.#presented = mediaTime;
      this.#watchFrames();
    });
  }

  #watchTime() {
    if (!this.#wanted) return;
    this.#report.time(this.#time);
    requestAnimationFrame(() => this.#watchTime());
  }

  #fail() {
    if (!this.#wanted) return;
    this.#wanted = false;
    this.#video.pause();
    this.#report.failed();
  }
}
