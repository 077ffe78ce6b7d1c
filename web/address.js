/** What the page's address names: `#media=ID&frame=N`. Pure. */

export function readAddress(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const frame = fields.get('frame');
  return {
    media: fields.get('media') || null,
    frame: frame !== null && /^\d{1,9}$/.test(frame) ? Number(frame) : null,
  };
}

export function writeAddress({ media, frame }) {
  const fields = new URLSearchParams();
  if (media) fields.set('media', media);
  if (media && Number.isInteger(frame)) fields.set('frame', String(frame));
  return `#${fields}`;
}
