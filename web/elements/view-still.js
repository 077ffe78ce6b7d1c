/** The frame in view as a PNG. */
export class Part {
  #view;
  #find;

  constructor(view, find) {
    [this.#view, this.#find] = [view, find];
  }

  load() {}

  /** The frame in view, in the media's own size. */
  async toBlob() {
    const picture = this.#view.playing ? this.#find('video') : await this.#whole();
    const { videoWidth: width = picture.width, videoHeight: height = picture.height } = picture;
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext('2d').drawImage(picture, 0, 0, width, height);
    return canvas.convertToBlob();
  }

  /** Fetches the frame where the canvas shows a smaller preview, or one of another frame. */
  async #whole() {
    const canvas = this.#find('canvas');
    const { media: { width }, source } = this.#view;
    const { frame, exact } = canvas.dataset;
    if (exact === 'true' && canvas.width >= width) return canvas;
    const file = new URL(source, location.href);
    const response = await fetch(new URL(`frames/${frame}.jpg?width=${width}&quality=100`, file));
    if (!response.ok) throw new Error((await response.json()).detail);
    return createImageBitmap(await response.blob());
  }
}
