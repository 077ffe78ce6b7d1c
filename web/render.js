import { clock, facts } from './format.js';
import { fineness, isFine } from './geometry.js';
import { reflect } from './elements/support.js';
import { renderMedia } from './media-list.js';
import { bannerFor, noticeFor } from './notice.js';
import { isAway, isExact, reading } from './state.js';
import { texts } from './texts.js';

const named = [...document.querySelectorAll('[id]')];
/** The page's elements, by their ids. */
export const page = Object.fromEntries(named.map((element) => [element.id, element]));

/** Shows the state, and the position that is predicted. Nothing here decides anything. */
export function render(state, predicted) {
  const now = reading(state, predicted);
  renderPage(state);
  renderCard(page.notice, noticeFor(state));
  renderCard(page.banner, bannerFor(state));
  renderScrubber(state, now);
  renderBubble(state, now);
  renderFilmstrip(state, now);
  renderReadout(state, now);
  renderStatus(state);
}

function say(element, text = '') {
  if (element.textContent !== text) element.textContent = text;
}

function renderPage(state) {
  const { media, list, chosen, playback } = state;
  const name = list.find(({ id }) => id === chosen)?.name ?? media?.name;
  document.title = name ? `${name} · Vernier` : 'Vernier';
  if (name) say(page.name, name);
  if (chosen) say(page.facts, media ? facts(media) : '');
  renderMedia(page.list, list, chosen);
  reflect(document.body, { 'data-away': isAway(state), 'data-playing': playback !== null });
}

function renderCard(card, content) {
  card.hidden = content === null;
  if (!content) return;
  card.dataset.kind = content.kind ?? '';
  for (const place of card.querySelectorAll('[data-say]')) say(place, content[place.dataset.say]);
  card.querySelector('button').hidden = !content.retry;
}

function renderScrubber({ media }, now) {
  for (const button of document.querySelectorAll('[data-key]')) button.disabled = !media;
  reflect(page.ruler, { duration: media?.duration ?? 0 });
  page.bar.chapters = media?.chapters ?? [];
  reflect(page.bar, {
    disabled: !media,
    position: now?.position ?? 0,
    duration: media?.duration,
    source: media && `/api/v1/media/${encodeURIComponent(media.id)}`,
    keyframes: media?.keyframes,
    frame: now?.frame ?? 0,
    frames: media?.frames ?? 1,
    indexed: media?.index?.state === 'scanning' ? media.index.progress : 1,
    valuetext: now && texts.spoken(now.frame, clock(now.time, media.duration)),
  });
}

function renderBubble({ media, scrub, peek }, now) {
  const { dragging } = page.bar;
  const open = now !== null && (dragging || peek);
  reflect(page.bubble, { open });
  // While it fades it stays as it was.
  if (!open) return;
  const { gain, worth } = fineness(scrub);
  reflect(page.bubble, {
    time: clock(now.time, media.duration),
    timecode: now.timecode,
    frame: texts.frame(now.frame, now.estimated),
    gain: dragging && gain,
    worth: dragging && worth,
    meter: scrub.gain,
    position: now.position,
  });
}

/** Loaded when a hand first moves finely. */
function renderFilmstrip({ media, scrub }, now) {
  const open = now !== null && page.bar.dragging && isFine(scrub) && media.kind !== 'audio';
  if (open) import('./elements/vernier-filmstrip.js');
  reflect(page.strip, { open });
  if (!open) return;
  const { id, frames, width, height } = media;
  const source = `/api/v1/media/${encodeURIComponent(id)}`;
  reflect(page.strip, { source, frame: now.frame, frames, aspect: width / height });
}

function renderReadout({ media }, now) {
  const time = now ? clock(now.time, media.duration) : '–';
  say(page.primary, now?.timecode ?? time);
  say(page.secondary, now?.timecode ? time : '');
  if (!now) return say(page.frame);
  const { frame, estimated } = now;
  say(page.frame, estimated ? texts.frame(frame, true) : texts.frameOf(frame, media.frames));
}

function renderStatus(state) {
  const { media, playback } = state;
  const exact = isExact(state);
  page.exact.hidden = !media;
  reflect(page.exact, { 'data-exact': exact });
  say(page.exact, playback ? texts.playing : exact ? texts.exact : texts.seeking);
  const { state: index, progress } = media?.index ?? { state: 'complete' };
  page.index.hidden = index === 'complete';
  say(page.index, index === 'failed' ? texts.indexFailed : texts.indexing(progress));
  page.play.ariaLabel = playback ? texts.pause : texts.play;
}
