/** What the page's address names: `#media=ID&frame=N&room=NAME`. Pure. */

export function readAddress(url) {
  const fields = new URLSearchParams(url.split('#')[1]);
  const frame = fields.get('frame');
  return {
    media: fields.get('media') || null,
    room: fields.get('room'),
    frame: /^\d{1,9}$/.test(frame) ? Number(frame) : null,
  };
}

export function writeAddress({ media, frame, room }) {
  const more = { ...(frame >= 0 && { frame }), ...(room && { room }) };
  return `#${new URLSearchParams({ media, ...more })}`;
}
