import './vernier/elements/vernier-ruler.js';

const { media: [{ id }] } = await (await fetch('/api/v1/media')).json();
const { duration } = await (await fetch(`/api/v1/media/${id}`)).json();
document.querySelector('vernier-ruler').setAttribute('duration', duration);
