/** A frame as a PNG. */
export class Part {
  #view;
  #find;

  constructor(view, find) {
    [this.#view, this.#find] = [view, find];
  }

  load() {}

  /** A frame, or else the one in view, in the media's own size. */
  async toBlob(frame) {
    const isPlayer = frame === undefined && this.#view.playing;
    const picture = isPlayer ? this.#find('video') : await this.#whole(frame);
    const { videoWidth: width = picture.width, videoHeight: height = picture.height } = picture;
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext('2d').drawImage(picture, 0, 0, width, height);
    return canvas.convertToBlob();
  }

  /** Fetches the frame where the canvas shows a smaller preview, or one of another frame. */
  async #whole(wanted) {
    const canvas = this.#find('canvas');
    const { media: { width }, source } = this.#view;
    if ((wanted ?? canvas.dataset.frame) === 'null') return canvas;
    const frame = wanted ?? Number(canvas.dataset.frame);
    const isShown = canvas.dataset.exact === 'true' && Number(canvas.dataset.frame) === frame;
    if (isShown && canvas.width >= width) return canvas;
    const file = new URL(source, location.href);
    const response = await fetch(new URL(`frames/${frame}.jpg?width=${width}&quality=100`, file));
    if (!response.ok) throw new Error((await response.json()).detail);
    return createImageBitmap(await response.blob());
  }
}
