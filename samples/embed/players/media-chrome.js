// media-chrome shows the tiles of a metadata track with the label “thumbnails”.
const [video, track] = document.querySelectorAll('video, track');
const { media: [{ id }] } = await (await fetch('/api/v1/media')).json();
const source = `/api/v1/media/${id}`;
track.src = `${source}/thumbnails.vtt?interval=1&width=160`;
video.src = `${source}/file`;
