// Vidstack reads cues from JSON; from the address of the film it cannot tell what that is.
const [player, layout] = document.querySelectorAll('media-player, media-video-layout');
const { media: [{ id }] } = await (await fetch('/api/v1/media')).json();
const source = `/api/v1/media/${id}`;
const { headers } = await fetch(`${source}/file`, { method: 'HEAD' });
layout.setAttribute('thumbnails', `${source}/thumbnails.json?interval=1&width=160`);
player.src = { src: `${source}/file`, type: headers.get('Content-Type') };
