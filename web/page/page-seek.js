import { hasArrived, lastSent } from './arrival.js';

/** The last seek by time: the number of its message, and where it leads. */
let last = { seq: 0, time: 0 };

/** A chapter or a minute on from where the last step leads, answered or not. */
export default function seekPage(app, by) {
  const to = pageSeek(by, app.state.media, arrivingTime(app));
  last = { seq: app.seek(to), time: to.time };
}

function arrivingTime(app) {
  const { state: { media, scrub }, prediction } = app;
  if (hasArrived(app)) return scrub.target.time;
  if (last.time !== undefined && last.seq === lastSent(app)) return last.time;
  return (prediction.position ?? scrub.position) * media.duration;
}

/** The seek of Page Up and Page Down: by chapters if there are any, else by a minute. Pure. */
export function pageSeek(by, { chapters, duration }, time) {
  if (chapters?.length > 0) return { chapter: by > 0 ? 'next' : 'previous' };
  return { time: Math.min(Math.max(time + by * 60, 0), duration) };
}
