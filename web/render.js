import { clock, facts } from './format.js';
import { fineness } from './geometry.js';
import { reflect } from './elements/support.js';
import { bannerFor, noticeFor } from './notice.js';
import { isExact, reading } from './state.js';
import { texts } from './texts.js';

const byId = (id) => document.getElementById(id);
const say = (element, text) => {
  if (element.textContent !== text) element.textContent = text;
};

/** Shows the state on the page. State goes down only; nothing here decides anything. */
export function render(state) {
  renderPage(state);
  renderList(state);
  renderNotice(noticeFor(state));
  renderBanner(bannerFor(state));
  const now = reading(state);
  renderScrubber(state, now);
  renderBubble(state, now);
  renderReadout(state, now);
  renderStatus(state);
}

function renderPage({ media, link, playback, list, chosen }) {
  const name = media?.name ?? list.find(({ id }) => id === chosen)?.name;
  document.title = name ? `${name} · Vernier` : 'Vernier';
  say(byId('name'), name ?? 'Vernier');
  say(byId('facts'), media ? facts(media) : '');
  const away = ['lost', 'full', 'refused'].includes(link) || (link === 'connecting' && media);
  document.body.dataset.link = away ? 'lost' : link;
  document.body.toggleAttribute('data-playing', playback !== null);
}

function renderList({ list, chosen }) {
  byId('list').media = list;
  reflect(byId('list'), 'current', chosen);
}

function renderNotice(notice) {
  const element = byId('notice');
  element.hidden = notice === null;
  if (!notice) return;
  element.dataset.kind = notice.kind;
  say(element.querySelector('strong'), notice.title);
  say(element.querySelector('p'), notice.detail);
  const button = element.querySelector('button');
  button.hidden = notice.action === null;
  say(button, texts.lookAgain);
}

function renderBanner(banner) {
  const element = byId('banner');
  element.hidden = banner === null;
  if (!banner) return;
  say(element.querySelector('span'), banner.text);
  const button = element.querySelector('button');
  button.hidden = banner.action === null;
  say(button, texts.retry);
}

function renderScrubber({ media }, now) {
  const bar = byId('bar');
  reflect(bar, 'disabled', media ? null : '');
  reflect(byId('ruler'), 'duration', media?.duration ?? 0);
  for (const button of document.querySelectorAll('[data-key]')) button.disabled = !media;
  reflect(bar, 'position', now?.position ?? 0);
  reflect(bar, 'frame', now?.frame ?? 0);
  reflect(bar, 'frames', media?.frames ?? 1);
  reflect(bar, 'indexed', media?.index?.state === 'scanning' ? media.index.progress : 1);
  reflect(bar, 'valuetext', now && texts.spoken(now.frame, clock(now.time, media.duration)));
  if (bar.shownChapters !== media?.chapters) {
    bar.shownChapters = media?.chapters;
    bar.notches = (media?.chapters ?? []).map(({ position }) => position);
  }
}

function renderBubble({ media, scrub, peek }, now) {
  const bubble = byId('bubble');
  const { dragging } = byId('bar');
  reflect(bubble, 'open', now && (dragging || peek) ? '' : null);
  if (!now) return;
  const fine = fineness(scrub);
  reflect(bubble, 'time', clock(now.time, media.duration));
  reflect(bubble, 'timecode', now.timecode);
  reflect(bubble, 'frame', texts.frame(now.frame, now.estimated));
  // What the hand is worth stays as it was while the bubble fades.
  if (dragging || peek) {
    reflect(bubble, 'gain', dragging ? fine.gain : null);
    reflect(bubble, 'worth', dragging && fine.worth ? fine.worth : null);
    reflect(bubble, 'meter', scrub.gain);
  }
  reflect(bubble, 'position', now.position);
}

function renderReadout({ media }, now) {
  const time = now ? clock(now.time, media.duration) : '–';
  say(byId('primary'), now?.timecode ?? time);
  say(byId('secondary'), now?.timecode ? time : '');
  byId('secondary').hidden = !now?.timecode;
  say(byId('frame'), now ? frameText(now, media) : '');
}

function frameText({ frame, estimated }, { frames }) {
  return estimated ? texts.frame(frame, true) : texts.frameOf(frame, frames);
}

function renderStatus(state) {
  const exact = isExact(state);
  const element = byId('exact');
  element.hidden = !state.media;
  element.toggleAttribute('data-exact', exact);
  say(element, state.playback ? texts.playing : exact ? texts.exact : texts.seeking);
  const index = state.media?.index;
  byId('index').hidden = !index || index.state === 'complete';
  if (index) say(byId('index'), index.state === 'failed' ? texts.indexFailed : texts.indexing(index.progress));
  byId('play').ariaLabel = state.playback ? texts.pause : texts.play;
}
