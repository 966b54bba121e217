import assert from 'node:assert/strict';
import { ELSEWHERE, QUESTION } from './bench.ts';
import { holds, later, type Row } from './row.ts';

/** What the documents are near to without saying it. */
const NEAR = 'Who built the castle?';

/** Passages that an answer does not cite. */
export const related: readonly Row[] = [
  holds(
    '`related[]` (same shape, without `n`): the best passages when Docent does not claim an answer (`meta.refused: true`);',
    async ({ open }) => {
      const reply = await open.ask(NEAR);
      assert.equal(reply.at('meta.refused'), true);
      const found = reply.list('related') as Record<string, unknown>[];
      assert.ok(found.length > 0 && found.length <= 3);
      assert.match(String(found[0]!.snippet), /castle/);
      const [cited] = (await open.ask(QUESTION)).list('sources') as [Record<string, unknown>];
      const { n, ...shape } = cited;
      assert.equal(n, 1);
      for (const one of found) assert.deepEqual(Object.keys(one), Object.keys(shape));
      assert.deepEqual((await open.ask(ELSEWHERE)).list('related'), [], 'nothing is near');
    },
  ),
  // A reader who doubts an answer looks there: src/answering/write/quote/quote-answer.test.ts.
  later('empty otherwise.', 'an answer has up to two as well, the next passages (decision 22)'),
  holds('They are shown as *possibly related*, never as an answer.', async ({ open }) => {
    const reply = await open.ask(NEAR);
    assert.deepEqual(reply.list('sources'), []);
    assert.doesNotMatch(reply.word('answer'), /castle|\[\d+\]/i);
    const streamed = await open.post('/api/v1/chat/stream', { question: NEAR });
    const done = JSON.parse(/^event: done\ndata: (.*)$/m.exec(streamed.text)![1]!) as { related: unknown };
    assert.deepEqual(done.related, reply.at('related'));
    assert.doesNotMatch(streamed.text, /^event: (sources|token)\ndata: .*castle/im);
    // How the console words it: test/console/ask.test.ts.
  }),
];
