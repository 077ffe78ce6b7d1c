/** The little that all elements share. */

const common = `
  :host([hidden]) { display: none !important; }
  @media (prefers-reduced-motion: reduce) { :host, * { transition: none !important; } }
`;

/** A constructable stylesheet: the content security policy refuses inline ones. */
export function css(strings) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(strings.raw[0] + common);
  return sheet;
}

/** A template, parsed once per module. */
export function html(strings) {
  const template = document.createElement('template');
  template.innerHTML = strings.raw[0];
  return template;
}

/** Gives an element its shadow root, and returns what finds things in it. */
export function shadow(element, template, sheet) {
  const root = element.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheet];
  root.append(template.content.cloneNode(true));
  return (selector) => root.querySelector(selector);
}

/** Makes an element with a class and a text. */
export function make(name, className, text = '') {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}

/** Sends an event up, out of every shadow. */
export function emit(element, type, detail) {
  element.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
}

/** Sets attributes, where they change; takes away those that are false, empty or nothing. */
export function reflect(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const text = value === true ? '' : String(value);
    if (value === false || value === '' || value == null) element.removeAttribute(name);
    else if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}
