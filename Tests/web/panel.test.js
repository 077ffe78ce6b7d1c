import assert from 'node:assert/strict';
import { test } from 'node:test';
import './load-dom.js';
import { pictureType } from '../../web/page/panel.js';

test('the type of a picture is read from a dictionary of RFC 9651, or there is none', () => {
  const headers = [
    ['type=B', 'B'],
    ['type=I, concealed', 'I'],
    ['concealed,\ttype=P', 'P'],
    ['concealed=?0 , type=P;why="so"', 'P'],
    ['type="SI"', 'SI'],
    ['type=I, type=B', 'B'],
    ['kind="type=B", type=P', 'P'],
    ['prototype=B', null],
    ['concealed', null],
    ['', null],
    [null, null],
  ];
  for (const [header, type] of headers) assert.equal(pictureType(header), type, header);
});
