/** Adds styles that the page needs only from now on. */
export function adoptStyle(css) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

// What is chosen or typed in comes with what is adopted.
adoptStyle(`
  select, input {
    min-height: 44px; max-width: 100%; padding: 0 0.8rem; border: 1px solid var(--line);
    border-radius: 10px; background: var(--page); color: var(--ink); font: inherit;
  }
`);
