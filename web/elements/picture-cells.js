/** CSS pixels of a picture from all over the film, and of one of each single frame at least. */
const wide = 86;
const narrow = 40;
/** Frames for each picture up to which they are asked for by number: they have to be decoded. */
const fine = 8;
/** Pictures that the server gives at once. */
const most = 60;

/** Pictures of the storyboard by their address, the newest last. */
const loaded = new Map();
const kept = 200;

/** The cells that were loaded last, and of what. */
let given = {};

/**
 * Loads the cells of the part of a bar that is in view. `show` gets those that are there, each time
 * that there are more. Gives whether there will be no better ones.
 */
export function fill(bar, signal, show) {
  const number = (name) => Number(bar.getAttribute(name));
  const [from, to] = bar.range;
  const view = {
    from, to, width: bar.clientWidth, source: bar.getAttribute('source'),
    version: bar.getAttribute('pictures'), duration: number('duration'),
    frames: number('frames') * (to - from), signal,
    show: (cells) => {
      given = { source: view.source, version: view.version, cells };
      show(cells);
    },
  };
  const isFine = view.frames / view.width <= fine / narrow;
  return isFine ? fillExactly(view) : fillCoarsely(view);
}

/** The cells of a media that a bar has been given last: those of another are none of it. */
export function loadedCells(source, version) {
  return given.source === source && given.version === version ? given.cells : [];
}

/** The nearest picture that there is, for each of so many equal parts. */
async function fillCoarsely(view) {
  const { from, to, width, source, version, signal, show } = view;
  const count = Math.min(Math.max(Math.round(width / wide), 1), most);
  const query = `from=${from}&to=${to}&count=${count}&v=${version}`;
  const found = await (await get(`${source}/storyboard?${query}`, signal)).json();
  const cells = partsOf(view, count, found.pictures);
  const there = [];
  for (const frame of new Set(cells.map((cell) => cell.frame))) {
    const format = `width=${found.width}&quality=${found.quality}`;
    const image = await load(`${source}/frames/${frame}.jpg?${format}&v=${version}`, signal);
    const { naturalWidth, naturalHeight } = image;
    for (const cell of cells.filter((one) => one.frame === frame)) {
      there.push({ ...cell, image, x: 0, width: naturalWidth, height: naturalHeight });
    }
    show([...there]);
  }
  return found.complete;
}

/** The frame for each of so many equal parts: that whose position is nearest to the middle. Pure. */
export function partsOf({ from, to }, count, pictures) {
  if (pictures.length === 0) return [];
  const part = (to - from) / count;
  return Array.from({ length: count }, (_, i) => {
    const start = from + i * part;
    const off = ({ position }) => Math.abs(position - start - part / 2);
    const { frame } = pictures.reduce((best, one) => (off(one) < off(best) ? one : best));
    return { from: start, to: start + part, frame };
  });
}

/** Each its own frame: every one, or every second, fourth, eighth. */
async function fillExactly(view) {
  const { from, to, source, version, signal, show } = view;
  const query = `format=csv&from=${from}&to=${to}&v=${version}`;
  const rows = (await (await get(`${source}/index?${query}`, signal)).text()).trim().split('\n');
  const times = rows.slice(1).map((row) => row.split(','));
  const cells = framesOf(view, times.map(([frame, , time]) => [Number(frame), Number(time)]));
  const [first, last] = [cells[0].frame, cells.at(-1).frame];
  const strip = `from=${first}&to=${last}&count=${cells.length}&width=${wide * 2}`;
  const image = await load(`${source}/filmstrip.jpg?${strip}&v=${version}`, signal);
  const [width, height] = [image.naturalWidth / cells.length, image.naturalHeight];
  show(cells.map((cell, i) => ({ ...cell, image, x: i * width, width, height })));
  return true;
}

/** The cells of frames in view, given with their times; the first may begin before it. Pure. */
export function framesOf({ from, to, width, duration, frames }, times) {
  const least = Math.max(narrow, width / (most - 2));
  let step = 1;
  // At most zoom a frame is as wide but for rounding.
  while ((step * width) / frames < least - 0.5) step *= 2;
  const [[first], [last]] = [times[0], times.at(-1)];
  const start = (frame) => (frame <= first ? from : times[frame - first][1] / duration);
  const cells = [];
  for (let frame = first - (first % step); frame <= last; frame += step) {
    const end = frame + step > last ? to : start(frame + step);
    cells.push({ from: start(frame), to: end, frame });
  }
  return cells;
}

async function get(address, signal) {
  const answer = await fetch(address, { signal, priority: 'low' });
  if (!answer.ok) throw new Error(answer.statusText);
  return answer;
}

/** An image; its request ends with the signal, so that the server need not answer it. */
async function load(address, signal) {
  const image = loaded.get(address) ?? Object.assign(new Image(), { fetchPriority: 'low' });
  loaded.delete(address);
  const stop = () => image.removeAttribute('src');
  signal.addEventListener('abort', stop, { once: true });
  if (!image.src) image.src = address;
  await image.decode();
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  loaded.set(address, image);
  if (loaded.size > kept) loaded.delete(loaded.keys().next().value);
  return image;
}
