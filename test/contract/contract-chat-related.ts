import assert from 'node:assert/strict';
import { ELSEWHERE, QUESTION } from './bench.ts';
import type { Reply } from './reply.ts';
import { holds, type Row } from './row.ts';

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
  /*
   * An answer that is claimed has up to two as well, the next passages after those it cites: a reader who doubts it
   * looks there. They are as little part of it as those of a refusal; greetings have none.
   */
  holds('empty otherwise.', async ({ open }) => {
    const reply = await open.ask(QUESTION);
    assert.equal(reply.at('meta.refused'), false);
    const found = idsOf(reply, 'related');
    assert.ok(found.length > 0 && found.length <= 2);
    const cited = idsOf(reply, 'sources');
    assert.ok(found.every((id) => !cited.includes(id)));
    assert.deepEqual((await open.ask('Hello!')).list('related'), []);
  }),
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

function idsOf(reply: Reply, list: 'sources' | 'related'): string[] {
  return reply.list(list).map((one) => (one as { chunk_id: string }).chunk_id);
}
