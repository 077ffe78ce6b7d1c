import { VernierClient } from './vernier/vernier-client.js';
import './vernier/elements/vernier-confirm.js';

const knob = document.querySelector('vernier-confirm');
const [word, answer] = document.querySelectorAll('output');
const client = new VernierClient();
const on = (target, type, handle) => target.addEventListener(type, ({ detail }) => handle(detail));
for (const decision of ['confirmed', 'declined']) {
  on(knob, decision, ({ action }) => { word.value += `${decision} ${action}. `; });
  on(client, decision, ({ action }) => { answer.value += `${decision} ${action}. `; });
}
on(knob, 'scrubbegin', (drag) => client.begin(drag));
on(knob, 'scrubmove', ({ samples }) => client.move(samples));
for (const act of ['end', 'cancel']) on(knob, `scrub${act}`, () => client[act]());
const { media } = await (await fetch('/api/v1/media')).json();
client.open(media[0].id);
