import { bannerFor, isAway, isExact, isNotable, reading, standInFrame } from '../client/state.js';
import { reflect } from '../elements/support.js';
import { clock, facts } from '../format.js';
import { text } from '../texts.js';

const named = [...document.querySelectorAll('[id]')];
/** The page's elements, by their ids. */
export const page = Object.fromEntries(named.map((one) => [one.id, one]));

/** Renders the state, with the predicted position. */
export function render(state, predicted) {
  const now = reading(state, predicted);
  renderPage(state);
  page.notice.hidden ||= !isNotable(state);
  renderBanner(bannerFor(state));
  renderScrubber(state, now);
  renderStandIn(state);
  renderBubble(state, now);
  renderReadout(state, now);
  renderStatus(state);
}

function setText(element, words = '') {
  if (element.textContent !== words) element.textContent = words;
}

function renderPage(state) {
  const { media, list, chosen, playback, shuttle } = state;
  const name = list.find(({ id }) => id === chosen)?.name ?? media?.name;
  document.title = name ? `${name} · Vernier` : 'Vernier';
  setText(page.name, name ?? 'Vernier');
  const busy = chosen !== null && !media && !isAway(state) && !isNotable(state);
  setText(page.facts, media ? facts(media) : text(busy ? 'opening' : 'tagline'));
  reflect(document.body, {
    'data-away': isAway(state), 'data-playing': playback !== null || shuttle !== 0,
    'data-busy': busy,
  });
}

function renderBanner(banner) {
  page.banner.hidden = !banner;
  if (!banner) return;
  const { says, problem, retry } = banner;
  const what = problem && (text(`error-${problem.code}`) || text('error'));
  setText(page.says, text(says, { what, why: problem?.message }));
  page.reconnect.hidden = !retry;
}

function renderScrubber({ media }, now) {
  for (const button of document.querySelectorAll('.deck [data-key]')) button.disabled = !media;
  reflect(page.ruler, { duration: media?.duration ?? 0 });
  page.bar.chapters = media?.chapters ?? [];
  reflect(page.bar, {
    disabled: !media,
    position: now?.position ?? 0,
    duration: media?.duration,
    source: media && `/api/v1/media/${encodeURIComponent(media.id)}`,
    keyframes: media?.keyframes,
    frame: now?.frame ?? Math.round((now?.position ?? 0) * (media?.framesOnTrack ?? 0)),
    frames: media?.framesOnTrack ?? 1,
    valuetext: now && text('spoken', { frame: now.frame ?? '–', time: clock(now.time, media.duration) }),
  });
}

/** Names the frame in view where it is not the one that is wanted. */
function renderStandIn(state) {
  const frame = standInFrame(state);
  page['stand-in'].hidden = frame === null;
  if (frame !== null) setText(page['stand-in'], text('frameName', { frame }));
}

function renderBubble(state, now) {
  const { media, peek } = state;
  const open = now !== null && (page.bar.dragging || peek);
  reflect(page.bubble, { open });
  // It fades out unchanged.
  if (!open) return;
  reflect(page.bubble, {
    time: clock(now.time, media.duration),
    timecode: now.timecode,
    frame: standInFrame(state) === null || now.estimated
      ? nameOf(now) : text('toFrame', { frame: now.frame ?? '–' }),
    position: now.position,
  });
}

function nameOf({ frame, estimated }) {
  return text(estimated ? 'about' : 'frameName', { frame: frame ?? '–' });
}

function renderReadout({ media }, now) {
  const time = now ? clock(now.time, media.duration) : '–';
  setText(page.primary, now?.timecode ?? time);
  setText(page.secondary, now?.timecode ? time : '');
  if (!now) return setText(page.frame);
  const { frame, estimated } = now;
  setText(page.frame, estimated || frame === null ? nameOf(now) : text('frameOf', { frame, last: media.frames - 1 }));
}

function renderStatus(state) {
  const { media, playback, shuttle, painted } = state;
  const exact = isExact(state);
  const forward = shuttle > 0 && shuttle !== 1 ? 'shuttle' : playback && 'playing';
  const rate = shuttle < 0 ? 'backward' : forward;
  page.exact.hidden = !media;
  reflect(page.exact, { 'data-exact': exact, 'data-damaged': exact && painted?.damaged });
  const rest = !exact ? 'seeking' : painted?.damaged ? 'damaged' : 'exact';
  setText(page.exact, text(rate || rest, { rate: Math.abs(shuttle) }));
  page.play.ariaLabel = text(playback || shuttle ? 'pause' : 'play');
}
