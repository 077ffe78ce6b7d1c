/** Adds styles that the page needs only from now on. */
export function adoptStyle(css) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

// What is beside the picture, chosen or typed in comes with what is adopted.
adoptStyle(`
  #side {
    display: flex; grid-area: side; flex-direction: column; gap: 8px; width: 21rem; height: 0;
    min-height: 100%; margin-inline-start: 12px;
  }
  @media (max-width: 62em) {
    #side { width: auto; height: auto; min-height: 0; margin: 0; padding: 0 4px 14px; }
  }
  select, input {
    min-height: 44px; max-width: 100%; padding: 0 0.8rem; border: 1px solid var(--line);
    border-radius: 10px; background: var(--page); color: var(--ink); font: inherit;
  }
`);
