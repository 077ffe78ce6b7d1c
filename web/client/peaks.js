/** How loud the sound of media is: the server's peaks of a part of it, or its very samples. */

/** Samples of the finest peak that a server has, unless the sound is hours long. */
const finest = 256;
/** Samples for each place up to which they are asked for themselves. */
const few = 64;
/** Milliseconds between two looks whether peaks are made: the first, and most of the later ones. */
const soon = 250;
const again = 1000;

/**
 * The sound of one version of a media.
 *
 * A part is `{rate, width, start, points}`: point i is of `width` samples from number
 * `start + i * width` on, `points` the least and the greatest of each, of 16 bits; sample 0 is that
 * of the first frame.
 */
export class Peaks {
  #source;
  #query;
  #finest = finest;
  #media = null;

  constructor(source, version) {
    this.#source = source;
    this.#query = version ? `&v=${version}` : '';
  }

  /**
   * The whole of it, in some 2,000 points, once they are made; null where there is no sound. Until
   * then `hear` is called with an overview, which is about right, if there is one.
   */
  async whole(signal, hear) {
    this.#media = await (await get(this.#source, signal)).json();
    return this.#part('format=dat', 0, signal, hear);
  }

  /** Samples from the first frame to the end of the last, at a rate. */
  length(rate) {
    const { first, end } = this.#media;
    return this.#samples(end - first, rate);
  }

  /** What of positions is to be had for so many places: peaks, or samples where these are few. */
  async between(from, to, places, { rate }, signal) {
    const each = (this.length(rate) * (to - from)) / places;
    const [first, last] = await Promise.all([from, to].map((one) => this.#target(one, signal)));
    const range = `from=${first.frame}&to=${Math.min(last.frame + 1, this.#media.frames)}`;
    const start = this.#samples(first.pts - this.#media.first, rate);
    const own = each <= few ? await this.#samplesOf(range, start, signal) : null;
    return own ?? this.#finer(range, start, each, signal);
  }

  /** How loud a frame is: its greatest sample, of 32768. */
  async loudness({ frame, pts }, { rate }, signal) {
    const start = this.#samples(pts - this.#media.first, rate);
    const { points } = await this.#finer(`from=${frame}&to=${frame + 1}`, start, 0, signal);
    return points.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  }

  /** All of it, in points of so many samples at most, where the server has such. */
  fine(samples, signal) {
    return this.#finer('from=0', 0, samples, signal);
  }

  /** Points of at most so many samples, or the finest. */
  async #finer(range, start, samples, signal) {
    const width = Math.max(2 ** Math.floor(Math.log2(samples)), this.#finest);
    const query = `format=dat&samplesPerPixel=${width}&${range}`;
    const part = await this.#part(query, Math.floor(start / width) * width, signal);
    if (part || width > 2 ** 30) return part;
    // A long one has coarser points alone.
    this.#finest = 2 * width;
    return this.#finer(range, start, samples, signal);
  }

  async #part(query, start, signal, hear = () => {}) {
    for (let pause = soon; ; pause = Math.min(2 * pause, again)) {
      const answer = await get(`${this.#source}/waveform?${query}${this.#query}`, signal);
      if (!answer.ok) return null;
      const body = await answer.arrayBuffer();
      if (answer.status !== 202) return { start, ...readPeaks(body) };
      if (body.byteLength > 0) hear({ start, ...readPeaks(body) });
      await rest(pause, signal);
    }
  }

  async #samplesOf(range, start, signal) {
    const answer = await get(`${this.#source}/sound.wav?${range}${this.#query}`, signal);
    if (!answer.ok) return null;
    const { channels, ...part } = readSamples(await answer.arrayBuffer());
    // The server mixes more of them in another way.
    return channels <= 2 ? { start, width: 1, ...part } : null;
  }

  async #target(position, signal) {
    return (await get(`${this.#source}/target?position=${position}`, signal)).json();
  }

  /** The first sample that begins at so many ticks or later, exactly. */
  #samples(ticks, rate) {
    const [numerator, denominator] = this.#media.timebase.map(BigInt);
    const product = BigInt(ticks) * numerator * BigInt(rate);
    return Number(-(-product / denominator) + (product % denominator > 0n ? 1n : 0n));
  }
}

async function get(address, signal) {
  const answer = await fetch(address, { signal, priority: 'low' });
  if (answer.status >= 500) throw new Error(answer.statusText);
  return answer;
}

/** Waits, unless the signal ends it. */
function rest(milliseconds, signal) {
  return new Promise((done, fail) => {
    const end = () => {
      clearTimeout(timer);
      fail(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      done();
    }, milliseconds);
    signal.addEventListener('abort', end, { once: true });
  });
}

/** Reads peaks of one channel, of audiowaveform's binary format, version 2. Pure. */
export function readPeaks(buffer) {
  const view = new DataView(buffer);
  const [flags, rate, width, count] = [4, 8, 12, 16].map((at) => view.getUint32(at, true));
  const points = flags & 1
    ? Int16Array.from(new Int8Array(buffer, 24, 2 * count), (one) => one * 256)
    : new Int16Array(buffer, 24, 2 * count);
  return { rate, width, points };
}

/** Reads WAV as peaks of one sample each, of the mean of its channels. Pure. */
export function readSamples(buffer) {
  const view = new DataView(buffer);
  const [channels, bits] = [22, 34].map((at) => view.getUint16(at, true));
  const rate = view.getUint32(24, true);
  const data = 28 + view.getUint32(16, true);
  // A number of the extended form is in its name.
  const tag = view.getUint16(20, true) === 0xfffe ? view.getUint16(44, true) : view.getUint16(20, true);
  const read = {
    '1 16': (at) => view.getInt16(at, true), '1 32': (at) => view.getInt32(at, true) / 65536,
    '3 32': (at) => view.getFloat32(at, true) * 32768,
  }[`${tag} ${bits}`];
  const frame = (channels * bits) / 8;
  const points = new Int16Array(2 * Math.floor((buffer.byteLength - data) / frame));
  for (let i = 0; i < points.length / 2; i += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) sum += read(data + i * frame + (channel * bits) / 8);
    points[2 * i] = points[2 * i + 1] = Math.max(-32768, Math.min(Math.round(sum / channels), 32767));
  }
  return { rate, channels, points };
}
