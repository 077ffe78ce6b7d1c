/** The law of the bar, with a floor that lets a drag reach any frame of any film. */

/** Laws whose floor is a gain by default, and that gain. */
const floored = ['quadratic', 'linear'];
const floor = 0.01;

/** Frames for each CSS pixel, at most, that make every frame easy to hit. */
const finest = 0.25;

/**
 * A law for a film of so many frames on a track so many CSS pixels long: its floor is `frame` where
 * the usual one does not let a drag go finer than a quarter of a frame for each pixel. Pure.
 */
export function lawFor(kind, { frames, extent }) {
  if (kind === 'geometric') return { kind, floor: 'frame' };
  if (!floored.includes(kind)) return { kind };
  const isFine = floor * frames <= finest * extent;
  return { kind, floor: isFine ? floor : 'frame' };
}

/** Keeps the law in step with the film, the track and the settings; in a drag with settings only. */
export function followLaw(app) {
  const { bar } = app.page;
  // What a session begins with.
  let [kind, sent] = ['quadratic', JSON.stringify({ kind: 'quadratic', floor })];
  const choose = () => {
    const { media, settings: { law: wanted = 'quadratic' } } = app.state;
    if (!media || !(bar.extent > 0) || (bar.dragging && wanted === kind)) return;
    const law = lawFor(wanted, { frames: media.framesOnTrack, extent: bar.extent });
    kind = wanted;
    if (JSON.stringify(law) === sent) return;
    sent = JSON.stringify(law);
    app.connection.configure({ law });
  };
  app.watchers.add(choose);
  // The bar may become wider without any other change.
  new ResizeObserver(choose).observe(bar);
  bar.addEventListener('scrubrange', choose);
}
