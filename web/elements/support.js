const common = `
  @media (prefers-reduced-motion: reduce) { :host, * { transition: none !important; } }
`;

/** Gives a function that attaches a shadow root and returns its `querySelector`. */
export function shadow(html, css) {
  const template = document.createElement('template');
  template.innerHTML = html;
  // The content security policy refuses inline styles.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css + common);
  return (element) => {
    const root = element.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    root.append(template.content.cloneNode(true));
    return (selector) => root.querySelector(selector);
  };
}

export function make(name, className, text = '') {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}

/** Dispatches an event that crosses shadow roots. */
export function emit(element, type, detail) {
  element.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
}

/** Sets attributes where they change; removes those that are false, empty or null. */
export function reflect(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const text = value === true ? '' : String(value);
    if (value === false || value === '' || value == null) element.removeAttribute(name);
    else if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

const modules = {};
const again = {};

/**
 * Loads a module, by its path from here. All who ask share one import, as two need not end in order;
 * what failed is asked for by another address, as Firefox keeps failures.
 */
export function load(path) {
  return (modules[path] ??= import(path + (again[path] ?? '')).catch((error) => {
    again[path] = `?${Date.now()}`;
    delete modules[path];
    throw error;
  }));
}

/** The part of the track that an element shows, by its `range`. */
export function viewRange(element) {
  return element.getAttribute('range')?.split(' ').map(Number) ?? [0, 1];
}
