/** The frames of media, as the server lists them: the whole of one media is asked for once. */

/** Frames up to which all are asked for, where a part would do. */
const few = 10000;
/** Frames that are read at once, so that a long film does not block the page. */
const slice = 10000;

/** The media whose frames are all known, or asked for; once they are known, its `index`. */
let whole = { key: null };

/**
 * The frames of a media between two positions at least, from number `first` on: the `pts` of each, and
 * those of `keyframes`. `media` has the `source`, `version` and number of `frames`; without a version
 * it is the present one.
 */
export function frameIndex(media, from = 0, to = 1) {
  const { source, version, frames } = media;
  const key = `${source} ${version} ${frames}`;
  const isAll = (from <= 0 && to >= 1) || frames <= few;
  if (whole.key === key && (isAll || whole.index)) return whole.asked;
  const query = new URLSearchParams({ format: 'csv', ...(version && { v: version }) });
  if (isAll) return askForAll(key, `${source}/index?${query}`);
  return ask(`${source}/index?${query}&from=${Math.max(from, 0)}&to=${Math.min(to, 1)}`);
}

/** All frames of a media as the server describes it. */
export function framesOf({ id, version, framesOnTrack: frames }) {
  return frameIndex({ source: `/api/v1/media/${encodeURIComponent(id)}`, version, frames });
}

/** The position of a frame in its media. */
export function positionOf({ pts }, { first, end }) {
  return (pts - first) / (end - first);
}

function askForAll(key, address) {
  const one = { key, asked: ask(address) };
  whole = one;
  one.asked.then((index) => { one.index = index; }, () => { one.key = null; });
  return one.asked;
}

async function ask(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  const index = { first: null, pts: [], keyframes: [] };
  // The first row has the names of the columns.
  const rows = (await answer.text()).trim().split('\n');
  for (let from = 1; from < rows.length; from += slice) {
    for (const row of rows.slice(from, from + slice)) add(index, row.split(','));
    await new Promise((done) => setTimeout(done));
  }
  return index;
}

function add(index, [frame, pts, , isKey]) {
  index.first ??= Number(frame);
  index.pts.push(Number(pts));
  if (isKey.trim() === 'true') index.keyframes.push(Number(pts));
}
