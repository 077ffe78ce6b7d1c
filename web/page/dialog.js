import { make } from '../elements/support.js';
import { text } from '../texts.js';
import { adoptStyle } from './late-style.js';

adoptStyle(`
  dialog {
    width: min(34rem, 100vw - 24px); max-height: min(44rem, 100dvh - 24px); padding: 0;
    overflow: hidden auto; border: 1px solid var(--line); border-radius: 16px;
    background: var(--panel); color: var(--ink); box-shadow: 0 24px 80px #0007;
  }
  dialog::backdrop { background: #0006; }
  dialog[open] { animation: appear 0.14s; }
  dialog header {
    display: flex; position: sticky; top: 0; align-items: center; justify-content: space-between;
    padding: 0.6rem 0.6rem 0.4rem 1.4rem; background: var(--panel);
  }
  dialog h2 { margin: 0; font-size: 1.15rem; }
  dialog .close { width: 44px; padding: 0; font-size: 1.3rem; font-weight: 400; }
  dialog .body { padding: 0 1.4rem 1.4rem; }
  /* Where the window is narrow for the text, the dialog has all of it. */
  @media (max-width: 20em) {
    dialog { width: 100vw; max-width: none; }
    dialog header { padding-inline: 10px 2px; }
    dialog .body { padding: 0 10px 10px; }
  }
`);

/** Opens a modal dialog, which is removed when it is closed. */
export function openDialog(title, ...content) {
  const dialog = make('dialog', '');
  dialog.ariaLabel = text(title);
  const header = make('header', '');
  const close = Object.assign(make('button', 'close', '✕'), { type: 'button' });
  close.ariaLabel = text('close');
  close.addEventListener('click', () => dialog.close());
  const heading = make('h2', '', text(title));
  heading.dataset.text = title;
  header.append(heading, close);
  const body = make('div', 'body');
  body.append(...content);
  dialog.append(header, body);
  // A click on the backdrop has the dialog itself as its target. So has a drag that began within
  // and ended outside, such as selecting text: that must not close it.
  let isOutside = false;
  dialog.addEventListener('pointerdown', ({ target }) => { isOutside = target === dialog; });
  dialog.addEventListener('click', ({ target }) => target === dialog && isOutside && dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.querySelector('dialog')?.close();
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
