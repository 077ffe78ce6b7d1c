/** The media and frame in the page's address: `#media=ID&frame=N`. Pure. */

export function readAddress(url) {
  const fields = new URLSearchParams(url.split('#')[1]);
  const frame = fields.get('frame');
  return {
    media: fields.get('media') || null,
    frame: /^\d{1,9}$/.test(frame) ? Number(frame) : null,
  };
}

export function writeAddress({ media, frame }) {
  return `#${new URLSearchParams({ media, ...(frame >= 0 && { frame }) })}`;
}
