import { reflect } from './vernier/elements/support.js';
import './vernier/elements/vernier-waveform.js';

const [wave, input] = document.querySelectorAll('vernier-waveform, input');
const { media } = await (await fetch('/api/v1/media')).json();
reflect(wave, { source: `/api/v1/media/${media[0].id}`, position: 0.5 });
input.addEventListener('input', () => {
  const half = 0.5 / input.value;
  reflect(wave, { range: `${0.5 - half} ${0.5 + half}` });
});
