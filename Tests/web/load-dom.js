// What modules of the page need of a document while they are loaded: a place for their styles.
globalThis.CSSStyleSheet = class {
  replaceSync() {}
};
globalThis.document = { adoptedStyleSheets: [], documentElement: { lang: '' } };
