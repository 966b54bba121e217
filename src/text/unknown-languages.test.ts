import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { analyze } from './analyzer.ts';

const LANGUAGES = 20_000;
/** A map entry alone takes more in each of them. */
const BYTES_MAX = 50;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** A client may name any of 26⁷ languages: what each leaves behind never goes away. */
test('languages without rules, however many questions name, leave nothing in memory', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heldAfter = (from: number, to: number) => {
    for (let n = from; n < to; n++) analyze('The bridge of the town', languageOf(n));
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = heldAfter(0, 2_000);
  const bytes = (heldAfter(2_000, 2_000 + LANGUAGES) - before) / LANGUAGES;
  assert.ok(bytes < BYTES_MAX, `${bytes} bytes a language`);
});

function languageOf(n: number): string {
  return `q${Array.from({ length: 6 }, (_, i) => LETTERS[Math.floor(n / 26 ** i) % 26]).join('')}`;
}
