import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { openCorpusForTests } from '../../test/answering-corpus.ts';
import { asking, assertWellFormed, HANDBOOK } from '../../test/answering-stand.ts';
import { processorMs } from '../../test/processor-time.ts';

describe('A hostile question', () => {
  it('gives a well-formed answer to any question', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { ask } = asking(corpus);
    const word = fc.constantFrom(
      'leave',
      'days',
      'Refunds',
      'who',
      'when',
      '[1]',
      '[3]',
      'VPN',
      '1987',
      'März',
      '休假',
      '؟',
      '\u200b',
      '😀',
      '\u202e',
      '\ud800',
    );
    const question = fc.oneof(
      fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' ')),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }),
    );
    const mode = fc.constantFrom('strict' as const, 'learning' as const, 'open' as const);
    await fc.assert(
      fc.asyncProperty(question, mode, fc.constantFrom(0, 0.3), async (text, mode, scoreThreshold) => {
        assertWellFormed(await ask(text, { mode, scoreThreshold, conversationId: 'one' }));
      }),
      { numRuns: 150 },
    );
  });

  it('survives malicious questions, and refuses those without a word', async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { ask } = asking(corpus);
    for (const question of [
      '😀'.repeat(1_000),
      '?'.repeat(2_000),
      '\u200b\u200d\ufeff',
      '\u202e\u2067',
      '\u0000\u0007',
      ' . ',
    ]) {
      const answer = await ask(question);
      assertWellFormed(answer);
      assert.equal(answer.meta.refused, true);
    }
    for (const question of [
      'when '.repeat(400),
      `what is ${'a'.repeat(1_990)}`,
      'a\u0301'.repeat(1_000),
      'ﷺ'.repeat(2_000),
      'อ'.repeat(2_000),
    ]) {
      const tookMs = await processorMs(async () => assertWellFormed(await ask(question)));
      assert.ok(tookMs < 1_000, `${tookMs} ms`);
    }
  });

  const strings = new URL('../../../shared/data/dev/hostile/naughty-strings/strings.jsonl', import.meta.url);
  const lines = readIfThere(strings);
  it('survives the naughty strings', {
    skip: lines === undefined && 'the shared test data is not there',
  }, async () => {
    await using corpus = await openCorpusForTests(HANDBOOK);
    const { ask } = asking(corpus);
    for (const line of lines ?? []) {
      const { value: text } = JSON.parse(line) as { value?: unknown };
      if (typeof text === 'string' && text.trim() !== '') assertWellFormed(await ask(text.slice(0, 2_000)));
    }
  });
});

function readIfThere(file: URL): string[] | undefined {
  try {
    return readFileSync(file, 'utf8').trim().split('\n');
  } catch {
    return undefined;
  }
}
