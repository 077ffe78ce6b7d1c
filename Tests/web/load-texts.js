import { readFileSync } from 'node:fs';
import { learn } from '../../web/texts.js';

/** Reads the table of texts, which a browser fetches. */
export async function loadTexts() {
  globalThis.fetch = async (address) => new Response(readFileSync(address));
  await learn();
}
