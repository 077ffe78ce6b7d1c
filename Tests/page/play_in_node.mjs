// Reads `{messages, media}` from standard input, and writes what the model makes of them.
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';

const here = (path) => new URL(path, import.meta.url);
// As modules whatever their folder says: no package.json does.
const module = async (path) => {
  const source = await readFile(here(path), 'utf8');
  return `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`;
};

const { ScrubModel } = await import(await module('../../web/client/scrub-model.js'));
const { play } = await import(await module('play.js'));
const headers = { 'content-type': 'application/wasm' };
const wasm = new Response(await readFile(here('../../web/scrub-model.wasm')), { headers });
const { messages, media } = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(play(await ScrubModel.load(wasm), messages, media)));
