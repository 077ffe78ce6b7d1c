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
  return `#${new URLSearchParams({ media, ...(frame >= 0 && { frame }) })}`;
}
