import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApiClient } from '../scripts/api-client.ts';
import { openServer } from './open-server.ts';

const SETTLE_TIMEOUT_MS = 120_000;

/** Characters of one, two and four bytes before what is quoted, line ends within it, and a document that cites. */
const HANDBOOK = `# Ausstellungen 🎨 und Führungen

Die Galerie 🖼️ zeigt Werke aus fünf Jahrhunderten. Der Eintritt ist am ersten Sonntag frei.

# Visitor prices

A family ticket costs 24 euros
and is valid all day [7]. Children under six pay nothing.

# Opening hours

The museum opens at nine o'clock on weekdays. It closes at six, except on Thursdays, when it closes at ten.
`;
const GUIDE = `# Family days

On family days a family ticket includes the workshop in the studio. The workshop begins at eleven.
`;

const inOneLine = (text: string) => text.replace(/\s+/gu, ' ').replace(/\[(\d+)\]/g, '($1)');

test('the places that an answer tells of hold the very sentences that it quotes', async () => {
  await using server = await openServer();
  const client = createApiClient(server.url);
  await client.upload('handbook.md', Buffer.from(HANDBOOK));
  await client.upload('guide.md', Buffer.from(GUIDE));
  await client.settled(SETTLE_TIMEOUT_MS);
  const textOf = async (docId: string, { start, end }: { start: number; end: number }) => {
    const reply = await client.call(`/api/v1/ingest/${docId}/text?from=${start}&to=${end}`);
    return ((await reply.json()) as { text: string }).text;
  };

  let quoted = 0;
  for (const question of [
    'What does a family ticket cost?',
    'When does the museum open and close?',
    'Wann ist der Eintritt in die Galerie frei?',
    'What does a family ticket include on family days?',
  ]) {
    const { answer, sources, meta } = await client.ask(question);
    assert.ok(meta.statements.length > 0, question);
    const quotes = new Set<string>();
    for (const { n, doc_id, chunk_id, start, end, quotes: places } of sources) {
      const passage = await client.call(`/api/v1/ingest/${doc_id}/text?chunk_id=${chunk_id}`);
      assert.equal(await textOf(doc_id, { start, end }), ((await passage.json()) as { text: string }).text);
      assert.ok(places.length > 0);
      for (const place of places) {
        assert.ok(place.start >= start && place.end <= end);
        quotes.add(`${inOneLine(await textOf(doc_id, place))} ${n}`);
      }
    }
    const stated = meta.statements.map(({ start, end, citations }) => {
      assert.equal(citations.length, 1);
      return `${answer.slice(start, end)} ${citations[0]}`;
    });
    assert.deepEqual(new Set(stated), quotes);
    assert.ok(meta.statements.every(({ verdict, alarms }) => verdict === 'supported' && alarms.length === 0));
    quoted += stated.length;
  }
  assert.ok(quoted >= 4);
});
