import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bindings } from '../../web/page/keys.js';
import { choices } from '../../web/page/settings.js';

const web = new URL('../../web/', import.meta.url);
const table = JSON.parse(readFileSync(new URL('texts.json', web)));
const names = readdirSync(web, { recursive: true }).filter((name) => /\.(js|html)$/.test(name));
const sources = names.map((name) => readFileSync(new URL(name, web), 'utf8'));

test('each text is there in every language, with the same places to fill', () => {
  const places = (words) => [...words.matchAll(/\{\w+\}/g)].map(String).toSorted();
  for (const [key, { en, ja }] of Object.entries(table)) {
    assert.ok(en && ja, key);
    assert.deepEqual(places(ja), places(en), key);
  }
});

test('each text that the page names is in the table', () => {
  const patterns = [/\btext\('([\w-]+)'/g, /data-(?:text|label)="([\w-]+)"/g];
  const named = patterns.flatMap((pattern) => (
    sources.flatMap((source) => [...source.matchAll(pattern)].map(([, key]) => key))
  ));
  assert.ok(named.length > 50);
  assert.deepEqual(named.filter((key) => !table[key]), []);
});

test('each key that is bound has its line in the help, and each choice its name', () => {
  for (const name of Object.keys(bindings)) assert.ok(table[`key-${name}`], name);
  for (const name of ['language', 'theme', 'snap', 'when', 'law', 'press', 'overshoot', 'loop', 'sound', 'rest', 'waveform']) {
    for (const choice of choices[name]) assert.ok(table[`${name}-${choice}`], choice);
  }
});

test('each error that a server can send has its text', () => {
  const published = new URL('../../Sources/Wire/API/asyncapi.json', import.meta.url);
  const { components } = JSON.parse(readFileSync(published));
  const codes = Object.values(components.messages ?? components.schemas)
    .map(({ payload }) => payload?.properties?.code?.enum).find(Boolean);
  assert.ok(codes.length > 5);
  assert.deepEqual(codes.filter((code) => !table[`error-${code}`]), []);
});
