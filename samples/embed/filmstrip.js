import { reflect } from './vernier/elements/support.js';
import './vernier/elements/vernier-filmstrip.js';

const [strip, input] = document.querySelectorAll('vernier-filmstrip, input');
const { media: [{ id }] } = await (await fetch('/api/v1/media')).json();
const source = `/api/v1/media/${id}`;
const { frames, width, height } = await (await fetch(source)).json();
input.max = frames - 1;
reflect(strip, { source, frames, frame: input.value, aspect: width / height });
input.addEventListener('input', () => reflect(strip, { frame: input.value }));
