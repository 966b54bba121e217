import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { AskedWords } from './asked-words.ts';
import {
  bestSentence,
  bestWindow,
  orderShare,
  PAIR_TOKENS_MAX,
  WINDOW_TOKENS,
  type WordHits,
} from './word-positions.ts';

type Asked = Pick<AskedWords, 'pairs' | 'weights'>;

/** Hits written as a text: letters are the question's words, capitals stand for them by half, dots are others. */
function hitsIn(text: string) {
  const tokens = [...text].flatMap((letter, token) => (letter === '.' ? [] : [token]));
  const small = text.toLowerCase();
  return {
    tokens,
    words: tokens.map((token) => small.charCodeAt(token) - 'a'.charCodeAt(0)),
    factors: tokens.map((token) => (text[token] === small[token] ? 1 : 0.5)),
    count: tokens.length,
  } satisfies WordHits;
}

/** The worth of the best hit of a word; 0 without any. */
function worthOf(word: number, { words, factors }: ReturnType<typeof hitsIn>): number {
  return Math.max(0, ...factors.filter((_, hit) => words[hit] === word));
}

const ofWeights = (...weights: number[]): Asked => ({
  weights: Float64Array.from(weights),
  pairs: weights.slice(1).map((_, word) => [word, word + 1]),
});

test('a pair counts in its order within three tokens, by the weight of its lesser word', () => {
  const share = (text: string) => orderShare(ofWeights(2, 1, 3), hitsIn(text));
  assert.equal(share('ab.bc'), 1);
  assert.equal(share('a..b...c'), 0.5);
  assert.equal(share('a...bc'), 0.5);
  assert.equal(share('cba'), 0);
  assert.equal(share('aB.Bc'), 0.5);
  assert.equal(share('aB.b'), 0.5, 'the best of its hits');
  assert.equal(share(''), 0);
  assert.equal(orderShare(ofWeights(1), hitsIn('a')), 0, 'one word has no neighbour');
});

test('the window with most of the question is found, and of equal ones the first', () => {
  const window = (text: string) => bestWindow(ofWeights(2, 1, 3), hitsIn(text));
  assert.deepEqual(window(`..a${'.'.repeat(WINDOW_TOKENS)}bc`), { weight: 4, start: 33 });
  assert.deepEqual(window(`a${'.'.repeat(WINDOW_TOKENS - 2)}b..c`), { weight: 4, start: 29 });
  assert.deepEqual(window('.ab.ab'), { weight: 3, start: 1 });
  assert.deepEqual(window('A.aB'), { weight: 2.5, start: 0 });
  assert.deepEqual(window(''), { weight: 0, start: 0 });
});

const anyText = fc.string({ unit: fc.constantFrom(...'abcdABCD........'), maxLength: 120 });
const anyWeights = fc
  .array(fc.double({ min: 0.01, max: 9, noNaN: true }), { minLength: 4, maxLength: 4 })
  .map((weights) => ofWeights(...weights));
const anyPairs = fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { maxLength: 5 });

test('the share of pairs equals that of comparing every two hits', () => {
  fc.assert(
    fc.property(anyText, anyWeights, anyPairs, (text, { weights }, pairs) => {
      const asked = { weights, pairs };
      const hits = hitsIn(text);
      const { words, tokens, factors } = hits;
      let [all, found] = [0, 0];
      for (const [first, second] of pairs) {
        const worths = words.flatMap((a, i) =>
          words.map((b, j) => {
            const stands = a === first && b === second && j > i && tokens[j]! - tokens[i]! <= PAIR_TOKENS_MAX;
            return stands ? factors[i]! * factors[j]! : 0;
          }),
        );
        const weight = Math.min(weights[first]!, weights[second]!);
        all += weight;
        found += weight * Math.max(0, ...worths);
      }
      assertClose(orderShare(asked, hits), all > 0 ? found / all : 0);
    }),
  );
});

test('the best window equals that of counting in each window', () => {
  fc.assert(
    fc.property(anyText, anyWeights, (text, asked) => {
      const best = { weight: 0, start: 0 };
      for (let start = 0; start < text.length; start++) {
        const inside = hitsIn(text.slice(start, start + WINDOW_TOKENS));
        const weight = asked.weights.reduce((sum, each, word) => sum + each * worthOf(word, inside), 0);
        // Of equal windows the first that begins with a word of the question.
        if (weight > best.weight + 1e-9) Object.assign(best, { weight, start });
        else if (text[best.start] === '.' && weight > best.weight - 1e-9) best.start = start;
      }
      const window = bestWindow(asked, hitsIn(text));
      assertClose(window.weight, best.weight);
      assert.equal(window.start, best.weight > 0 ? best.start : 0);
    }),
  );
});

test('the best sentence equals that of counting in each sentence', () => {
  const sentences = fc.array(anyText, { maxLength: 5 });
  fc.assert(
    fc.property(sentences, anyWeights, (texts, asked) => {
      const weightOf = (text: string) =>
        asked.weights.reduce((sum, each, word) => sum + each * worthOf(word, hitsIn(text)), 0);
      const sentenceOf = Uint16Array.from(texts.flatMap((text, i) => [...text].map(() => i)));
      assertClose(
        bestSentence(asked, hitsIn(texts.join('')), sentenceOf),
        Math.max(0, ...texts.map(weightOf)),
      );
    }),
  );
});

function assertClose(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);
}
