/** How much of the track is known exactly: by the bytes read, and by the frame under the hand. Pure. */
export function exactShare({ media, scrub }) {
  if (media?.index?.state !== 'scanning') return 1;
  const { duration, durations: { container, estimate }, index } = media;
  // The track may end where the scan has come.
  const read = Math.min((index.progress * Math.max(container, estimate, duration)) / duration, 1);
  return scrub.target.exact ? Math.max(read, scrub.position) : Math.min(read, scrub.position);
}
