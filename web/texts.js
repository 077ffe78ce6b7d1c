/** The page's texts in the reader's language, from `texts.json`. */

let table = {};
/** An element on another page speaks the language of that page. */
export let language = pick(globalThis.document?.documentElement.lang ?? '', []);

/** The first wanted language that is available. Pure. */
export function pick(wanted, preferred, known = ['en', 'ja']) {
  const short = [wanted, ...preferred].map((one) => one.slice(0, 2));
  return short.find((one) => known.includes(one)) ?? known[0];
}

export async function speak(wanted = 'auto') {
  language = pick(wanted, navigator.languages);
  document.documentElement.lang = language;
  await learn();
  localise(document);
}

/** Loads the table once; elements on other pages call this too. */
export async function learn() {
  if (table.play) return;
  table = await (await fetch(new URL('texts.json', import.meta.url))).json();
}

/** A text, with its `{names}` replaced. */
export function text(key, values = {}) {
  const found = table[key]?.[language] ?? '';
  return found.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

export function localise(root) {
  for (const one of root.querySelectorAll('[data-text]')) one.textContent = text(one.dataset.text);
  for (const one of root.querySelectorAll('[data-label]')) {
    one.ariaLabel = text(one.dataset.label);
    if (one.dataset.key) one.title = one.ariaLabel;
    else if (one.type === 'search') one.placeholder = one.ariaLabel;
  }
}
