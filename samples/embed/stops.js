import './vernier/elements/vernier-stops.js';

const stops = document.querySelector('vernier-stops');
const [under, rest] = document.querySelectorAll('output');
stops.addEventListener('input', ({ detail }) => { under.value = detail.value; });
stops.addEventListener('change', ({ detail }) => { rest.value = detail.value; });
