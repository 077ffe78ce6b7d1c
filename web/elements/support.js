/** The little that all elements share. */

/** A constructable stylesheet: the page's content security policy refuses inline styles. */
export function css(strings) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(strings.raw[0]);
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

/** Sends a wish or a report up through every shadow boundary. */
export function emit(element, type, detail) {
  element.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
}

/**
 * Sets attributes where they change, since observers and assistive technology hear each one; takes
 * away those that are false, empty or nothing.
 */
export function reflect(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const text = value === true ? '' : String(value);
    if (value === false || value === '' || value == null) element.removeAttribute(name);
    else if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}
