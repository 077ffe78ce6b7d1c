import { reflect } from './vernier/elements/support.js';
import './vernier/elements/vernier-bubble.js';

const [slider, bubble] = document.querySelectorAll('input, vernier-bubble');
const { media: [{ id }] } = await (await fetch('/api/v1/media')).json();
const source = `/api/v1/media/${id}`;
// It is laid out within its parent.
bubble.parentElement.style.position = 'relative';
async function show() {
  const position = slider.value;
  const answer = await fetch(`${source}/target?position=${position}`);
  const { time, frame } = await answer.json();
  const words = { time: `${time.toFixed(3)} s`, frame: `frame ${frame}` };
  reflect(bubble, { position, source, number: frame, ...words });
}
slider.addEventListener('input', show);
show();
