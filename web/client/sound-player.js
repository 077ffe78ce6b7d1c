/** Seconds over which a sound begins and ends. */
const fade = 0.005;
/** Seconds that a sound is heard at least, before the next takes its place. */
const least = 0.05;

/**
 * Plays sounds of a scrub: each begins as soon as the one before has been heard for long enough, and
 * the newest takes the place of one that waits. Frames never overlap; grains do by half, and their
 * windows sum to one.
 */
export class SoundPlayer {
  #context;
  /** What is heard or scheduled, in order: `{source, gain, start, end}` by the context's clock. */
  #voices = [];

  /** Plays into an `AudioContext`, or one that renders offline. */
  constructor(context) {
    this.#context = context;
  }

  /** Plays a sound as `decodeSound` gives it, if it can begin within so many seconds. */
  play({ rate, samples }, isGrain, within = Infinity) {
    this.#dropWaiting();
    const length = samples[0].length;
    const start = this.#next(isGrain, this.#context.currentTime + within);
    if (start === null) return;
    const buffer = this.#context.createBuffer(samples.length, length, rate);
    const shape = isGrain ? hann(length) : faded(length, Math.round(fade * rate));
    samples.forEach((channel, i) => buffer.copyToChannel(channel.map((one, at) => one * shape(at)), i));
    this.#start(buffer, { start, end: start + length / rate });
  }

  /** Ends at once what is heard, and drops what waits. */
  silence() {
    this.#dropWaiting();
    for (const voice of this.#voices) this.#end(voice, this.#now + fade);
  }

  /** What is scheduled from here on comes in time. */
  get #now() {
    const { currentTime, baseLatency = 0 } = this.#context;
    return currentTime + baseLatency;
  }

  /** When the next sound begins, where the one before then ends; null after `latest`. */
  #next(isGrain, latest) {
    const now = this.#now;
    this.#voices = this.#voices.filter(({ end }) => end > now);
    const last = this.#voices.at(-1);
    const free = isGrain ? last?.start + least : Math.min(last?.end, Math.max(now + fade, last?.start + least));
    const start = Math.max(now, free || 0);
    if (start > latest) return null;
    if (isGrain) return start;
    for (const voice of this.#voices) this.#end(voice, start);
    return start;
  }

  #start(buffer, voice) {
    const source = this.#context.createBufferSource();
    const gain = this.#context.createGain();
    source.buffer = buffer;
    source.connect(gain).connect(this.#context.destination);
    source.start(voice.start);
    source.onended = () => gain.disconnect();
    this.#voices.push(Object.assign(voice, { source, gain: gain.gain }));
  }

  /** Has a sound fade out up to a time, unless it ends by itself before. */
  #end(voice, end) {
    if (end >= voice.end) return;
    voice.gain.setValueAtTime(1, Math.max(end - fade, voice.start));
    voice.gain.linearRampToValueAtTime(0, end);
    voice.source.stop(end);
    voice.end = end;
  }

  #dropWaiting() {
    const waits = this.#voices.at(-1);
    if (!(waits?.start > this.#now)) return;
    this.#voices.pop();
    waits.source.disconnect();
    waits.source.stop();
  }
}

/** Rises and falls at the ends, over at most half of the length each. Pure. */
export function faded(length, edge) {
  const most = Math.min(edge, length / 2);
  return (at) => Math.min(1, (at + 0.5) / most, (length - at - 0.5) / most);
}

/** A Hann window, of which two that overlap by half sum to one. Pure. */
export function hann(length) {
  return (at) => Math.sin((Math.PI * (at + 0.5)) / length) ** 2;
}
