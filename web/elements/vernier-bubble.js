import { placeBubble } from '../geometry.js';

/**
 * The bubble over the hand. It stays over its parent while its arrow points at the position.
 * `meter` is the gain, drawn as a line; other attributes are shown as they are.
 */
class VernierBubble extends HTMLElement {
  static observedAttributes = ['position', 'time', 'timecode', 'frame', 'gain', 'worth', 'meter'];

  connectedCallback() {
    const sizes = new ResizeObserver(() => this.#place());
    sizes.observe(this.parentElement);
    sizes.observe(this);
  }

  attributeChangedCallback(name, _, value) {
    if (name === 'position') this.#place();
    else if (name === 'meter') this.querySelector('.meter').style.transform = `scaleX(${value})`;
    else this.querySelector(`.${name}`).textContent = value ?? '';
  }

  #place() {
    const { left, arrow } = placeBubble({
      position: Number(this.getAttribute('position')),
      extent: this.parentElement.clientWidth,
      width: this.offsetWidth,
      bleed: 20, // room for the arrow and a round corner
    });
    this.style.transform = `translateX(${left}px)`;
    this.querySelector('.arrow').style.left = `${arrow}px`;
  }
}

customElements.define('vernier-bubble', VernierBubble);
