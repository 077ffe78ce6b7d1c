/** Where frames are, as the server tells: their times, timecodes and positions. */

/** More frames than that are looked up in the list of all. */
const most = 40;

let known = { media: null, places: new Map() };

/** A map from frames to `{frame, time, timecode, position}`; the list of all knows no timecodes. */
export async function placesOf(media, frames) {
  if (known.media !== media.id) known = { media: media.id, places: new Map() };
  const { places } = known;
  const missing = [...new Set(frames)].filter((frame) => !places.has(frame));
  const found = missing.length > most ? await listed(media) : await Promise.all(
    missing.map((frame) => ask(media, frame)),
  );
  for (const place of found) if (place) places.set(place.frame, placed(place, media));
  return places;
}

async function ask({ id }, frame) {
  const answer = await fetch(`/api/v1/media/${encodeURIComponent(id)}/target?frame=${frame}`);
  return answer.ok ? answer.json() : null;
}

async function listed({ id }) {
  const answer = await fetch(`/api/v1/media/${encodeURIComponent(id)}/index?format=csv`);
  return (await answer.text()).split('\n').slice(1).filter(Boolean).map((row) => {
    const [frame, pts, time] = row.split(',').map(Number);
    return { frame, pts, time };
  });
}

function placed({ frame, pts, time, timecode }, { first, end }) {
  return { frame, time, timecode, position: (pts - first) / (end - first) };
}
