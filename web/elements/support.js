/** The little that all elements share. */

/** A constructable stylesheet, which the page's content security policy allows. */
export function css(strings, ...values) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(String.raw(strings, ...values));
  return sheet;
}

/** A template, parsed once per module. */
export function html(strings, ...values) {
  const template = document.createElement('template');
  template.innerHTML = String.raw(strings, ...values);
  return template;
}

/** Gives an element its shadow root. */
export function shadow(element, template, sheet) {
  const root = element.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [sheet];
  root.append(template.content.cloneNode(true));
  return root;
}

/** Sends a wish or a report up through every shadow boundary. */
export function emit(element, type, detail) {
  element.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
}

/** Sets an attribute only where it changes: observers and assistive technology hear each one. */
export function reflect(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}
