import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openCorpusForTests } from '../../../../test/answering-corpus.ts';
import { asking, assertWellFormed, HANDBOOK } from '../../../../test/answering-stand.ts';
import { createScriptedModel } from '../../../../test/scripted-model.ts';

const FALSEHOOD = 'The mayor of Bergen pays in gold coins';

test('for any model output the stream is the answer, citations are supported and strict states no more', async () => {
  await using corpus = await openCorpusForTests(HANDBOOK);
  const quotable = HANDBOOK.flatMap(({ chunks }) =>
    chunks.flatMap(({ text }) => text.match(/[^.]+\./g) ?? []).map((sentence) => ` ${sentence.trim()}`),
  );
  const piece = fc.oneof(
    fc.constantFrom(...quotable, ` ${FALSEHOOD}.`, ` ${FALSEHOOD} [1].`),
    fc.constantFrom(
      ' ',
      '\n',
      '\n\n',
      '- ',
      '## Leave\n',
      '[1]',
      ' [2]',
      '[7]',
      '[1, 2]',
      '**',
      '```\n',
      '| a | [1] |\n',
      ' `a[1]`',
    ),
    fc.constantFrom(
      ' NO_ANSWER',
      '\uD83D',
      '\uDE00',
      '\u001B[2J\0\r',
      ' <|im_end|>',
      ' ![a](http://x.example)',
      ' Anything else?',
      ' Like so:',
      '\n1. ',
      '退款在14天内支付。',
    ),
  );
  const ends = fc.constantFrom('stop', 'length', 'refused', 'other', 'fails', 'is busy');
  const mode = fc.constantFrom('strict', 'learning', 'open');
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 14 }),
      ends,
      mode,
      fc.nat({ max: 20 }),
      async (pieces, ends, mode, cut) => {
        const text = pieces.join('');
        const reply = { pieces: [text.slice(0, cut), text.slice(cut)].filter((part) => part !== ''), ends };
        const { events } = asking(corpus, { languageModel: createScriptedModel(reply).model });
        let told = '';
        for await (const event of events('Within how many days are refunds paid?', { mode })) {
          if (event.type === 'token') told += event.delta;
          if (event.type !== 'done') continue;
          const { answer } = event;
          assert.doesNotMatch(answer.text, /(?![\t\n])\p{Cc}|\p{Cs}/u);
          const { refused, statements, synthesized, grounded, model } = answer.meta;
          if (!['fails', 'is busy', 'refused'].includes(ends)) assert.equal(told, answer.text);
          if (!answer.text.includes('`')) assertWellFormed(answer);
          assert.equal(refused, statements.length === 0);
          for (const statement of statements) {
            assert.equal(statement.verdict === 'unsupported', statement.citations.length === 0);
            if (answer.text.slice(statement.start, statement.end) === `${FALSEHOOD}.`)
              assert.deepEqual(statement.citations, []);
          }
          if (mode === 'strict') {
            assert.ok(!told.includes(FALSEHOOD));
            assert.equal(synthesized, false);
            assert.ok(grounded === null || grounded === 'supported');
          }
          if (mode === 'learning' && model !== 'extractive') assert.notEqual(grounded, 'unsupported');
        }
      },
    ),
    { numRuns: 300 },
  );
});
