/**
 * A knob that is slid to the end to confirm what cannot be undone. The scrub model decides, once.
 * Released before 70 % of the distance the knob glides back; from there on it glides to the end.
 * Two presses of Enter or Space, or on the element, confirm as well if they are no double click.
 * Its content is its label.
 *
 * @attr {string} action - What is to be confirmed; it comes back with the events.
 * @attr {string} again - What it says after the first press.
 * @attr {boolean} disabled
 * @attr {boolean} dragging - Set during a drag.
 * @attr {boolean} armed - Set while it waits for a second press.
 * @attr {boolean} confirmed - Set once it has confirmed: it stays so until `reset`.
 * @fires confirmed - `detail.action` is to happen; once the knob has glided to the end.
 * @fires declined - `detail.action` is not to happen.
 * @fires scrubbegin - For a server that is to decide as well: the details of this event and of the
 * next ones are what `VernierClient` takes.
 * @fires scrubmove
 * @fires scrubend
 * @fires scrubcancel
 * @csspart fill, knob, label
 * @cssprop --accent, --on-accent, --track, --focus
 */
export class VernierConfirm extends HTMLElement {
  /** Resolves once it can be slid; null until it is in a page. */
  readonly ready: Promise<unknown> | null;
  /** Resets it to before it confirmed. */
  reset(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'vernier-confirm': VernierConfirm;
  }
  interface HTMLElementEventMap {
    confirmed: CustomEvent<{ action: string }>;
    declined: CustomEvent<{ action: string }>;
  }
}
