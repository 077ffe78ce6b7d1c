import { make } from '../elements/support.js';
import { text } from '../texts.js';
import { adoptStyle } from './late-style.js';

adoptStyle(`
  #notice {
    position: absolute; inset: 0; display: grid; place-content: center; justify-items: center;
    gap: 4px; padding: 1.5rem; background: var(--stage); text-align: center;
    overflow-wrap: anywhere;
  }
  #notice strong { font-size: 1.15rem; }
  #notice p { max-width: 34rem; }
  #notice button { margin-top: 1rem; background: var(--panel); }
  .mark {
    width: 44px; height: 44px; margin-bottom: 0.8rem; border: 4px solid var(--track);
    border-radius: 50%; font: 700 24px/36px system-ui;
  }
  [data-kind='error'] .mark { border-color: currentColor; color: var(--accent); }
  [data-kind='error'] .mark::before { content: '!'; }
  @media (max-width: 420px) {
    #notice { padding: 0.5rem 1rem; }
    #notice .mark { display: none; }
    #notice button { margin-top: 0.4rem; }
  }
`);

/** Shows why there is no picture: nothing to show, no server, or what is wrong. */
export default function notice({ state, page: { notice: place } }) {
  const { kind, says, detail } = noticeFor(state);
  const words = [text(says) || text('error'), detail ?? text(`${says}-detail`)];
  place.hidden = false;
  if (place.dataset.words === String(words)) return;
  Object.assign(place.dataset, { kind, words });
  place.replaceChildren(
    make('i', 'mark'), make('strong', '', words[0]), make('p', '', words[1]),
  );
  if (detail === undefined) place.append(again());
}

function again() {
  return Object.assign(make('button', '', text('reload')), { type: 'button', id: 'reload' });
}

/** The notice for a state: its kind, its text, and the server's message if there is one. Pure. */
export function noticeFor({ library, list, problem }) {
  if (problem) return { kind: 'error', says: `error-${problem.code}`, detail: problem.message };
  if (list.length === 0 && library === 'failed') return { kind: 'error', says: 'unreachable' };
  return { kind: 'empty', says: 'empty' };
}
