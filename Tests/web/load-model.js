import { readFile } from 'node:fs/promises';
import { ScrubModel } from '../../web/client/scrub-model.js';

/** The page's model, from the file that the page loads. */
export async function loadModel() {
  const bytes = await readFile(new URL('../../web/scrub-model.wasm', import.meta.url));
  const headers = { 'content-type': 'application/wasm' };
  return ScrubModel.load(new Response(bytes, { headers }));
}
