// The plugin videojs-vtt-thumbnails joins addresses by itself, so it is given a whole one.
const { media: [{ id }] } = await (await fetch('/api/v1/media')).json();
const source = `/api/v1/media/${id}`;
const { headers } = await fetch(`${source}/file`, { method: 'HEAD' });
const player = window.videojs(document.querySelector('video'));
player.src({ src: `${source}/file`, type: headers.get('Content-Type') });
const { href } = new URL(`${source}/thumbnails.vtt?interval=1&width=160`, location);
player.vttThumbnails({ src: href });
