import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createApiClient } from '../scripts/api-client.ts';
import { SuggestionsReply } from '../src/http/routes/suggestions.ts';
import { ChatAnswer } from '../src/http/schemas/chat.ts';
import { failsWith, writes } from './model-servers/behaviour.ts';
import { startOpenAiServer } from './model-servers/openai.ts';
import { type OpenServer, openServer } from './open-server.ts';

const CASTLE = `# The castle

## Opening hours

The castle opens at nine in the morning and closes at six.

## Can I bring my dog?

Dogs are welcome in the courtyard, and have to stay outside the rooms.

## Unheard-of matters of the moon

## Guided tours

A guide leads a tour of the castle every day at eleven.
`;
const GARDEN = `# The garden

## Flowers of the season

In spring tulips bloom along the wall; roses follow in June.
`;
const TOWER = `# The tower

## Rooms of the north wing

The rooms of the north wing hold armour, flags and coins of the northern kings.

## Opening hours

The tower opens at nine in the morning and closes at six.

## Tickets

A ticket costs nine euros at the gate, and eight at the shop.

## Details

The details are painted on oak by a master of the workshop.

## Can I bring my dog?

Dogs are welcome in the courtyard, and have to stay outside the rooms.

## Guided tours

A guide leads a tour of the tower every day at eleven.

## Notes

Notes and coins of the northern kings lie in the treasury beside the armour.

## How does it end?

It ends at six, when the bells of the chapel are rung.
`;

describe('suggested questions', { timeout: 120_000 }, () => {
  let server: OpenServer;
  before(async () => {
    server = await openServer();
    const client = createApiClient(server.url);
    await client.upload('castle.md', Buffer.from(CASTLE), { tags: ['castle'] });
    await client.upload('garden.md', Buffer.from(GARDEN));
    await client.settled(60_000);
  });
  after(() => server?.[Symbol.asyncDispose]());

  const post = async (path: string, body: object) =>
    (
      await fetch(server.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json();
  const suggested = async (request: object = {}) =>
    SuggestionsReply.parse(await post('/api/v1/suggestions', request)).suggestions;
  const ask = async (question: string) => ChatAnswer.parse(await post('/api/v1/chat', { question }));

  it('are of the documents in turn, questions first, and each is answered from its document', async () => {
    const suggestions = await suggested({ limit: 10 });
    const questions = suggestions.map(({ question }) => question);
    assert.deepEqual(
      new Set(questions.slice(0, 2)),
      new Set(['What should I know about “Flowers of the season”?', 'Can I bring my dog?']),
    );
    assert.ok(
      questions.includes('What should I know about “Opening hours”?') ||
        questions.includes('What should I know about “Guided tours”?'),
    );
    for (const { question, doc_id } of suggestions) {
      const { meta, sources } = await ask(question);
      assert.deepEqual([question, meta.refused, sources[0]?.doc_id], [question, false, doc_id]);
    }
  });

  it('keep to the filter, and to as many as are wanted', async () => {
    const tagged = await suggested({ filter: { tags: ['castle'] } });
    assert.deepEqual(new Set(tagged.map(({ doc_id }) => doc_id)), new Set(['castle']));
    assert.equal((await suggested({ limit: 1 })).length, 1);
    assert.deepEqual(await suggested({ filter: { tags: ['nothing'] } }), []);
  });

  it('go on from an answer: about the cited document, and not the cited passage again', async () => {
    const question = 'What should I know about “Flowers of the season”?';
    const { sources } = await ask(question);
    const after = { question, chunk_ids: sources.map(({ chunk_id }) => chunk_id) };
    assert.deepEqual(await suggested({ after }), [], 'the garden has no other passage');
    const other = { question, chunk_ids: ['castle.1.0'] };
    const going = await suggested({ after: other });
    assert.ok(going.every(({ doc_id }) => doc_id === 'castle'));
    assert.deepEqual(await suggested({ after: other, filter: { doc_ids: ['garden'] } }), []);
  });

  it('are of documents as they are now', async () => {
    const client = createApiClient(server.url);
    await client.upload(
      'attic.md',
      Buffer.from('# The attic\n\n## What is in the old trunk?\n\nThe trunk holds maps.'),
    );
    await client.settled(60_000);
    assert.equal((await suggested())[0]?.question, 'What is in the old trunk?');
    await fetch(`${server.url}/api/v1/ingest/attic`, { method: 'DELETE' });
    assert.ok((await suggested()).every(({ doc_id }) => doc_id !== 'attic'));
  });

  it('are about one document, where another has the same heading', async () => {
    const client = createApiClient(server.url);
    await client.upload('tower.md', Buffer.from(TOWER));
    await client.settled(60_000);
    const atFirst = (await suggested({ limit: 10 })).map(({ question }) => question);
    assert.ok(atFirst.includes('What should I know about “Rooms of the north wing”?'));
    const ofBoth = /Opening hours|Guided tours|my dog/;
    assert.deepEqual(
      atFirst.filter((question) => ofBoth.test(question)),
      [],
      'what two documents have is about neither',
    );
  });
});

describe('suggested questions of a language model', { timeout: 120_000 }, () => {
  it('are suggested where the documents answer them, before headings, and are done without when it fails', async () => {
    await using provider = await startOpenAiServer();
    await using server = await openServer({
      settings: { LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'm', LLM_BASE_URL: provider.baseUrl },
    });
    const client = createApiClient(server.url);
    await client.upload('castle.md', Buffer.from(CASTLE));
    await client.settled(60_000);
    const suggested = async (limit: number) => {
      const reply = await fetch(`${server.url}/api/v1/suggestions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ limit }),
      });
      return SuggestionsReply.parse(await reply.json()).suggestions.map(({ question }) => question);
    };
    const unanswered = 'Who painted the ceiling of the moon?';
    const unsure = 'Who leads a tour of the cellar in the evening?';
    const questions = [unanswered, unsure, 'When does the castle open?'];
    provider.answer(() => writes(`Here they are: ${JSON.stringify({ questions })}`));
    const [first, second] = await suggested(2);
    assert.deepEqual([first, second], ['When does the castle open?', 'Can I bring my dog?']);
    provider.answer(() => failsWith(500));
    assert.equal((await suggested(1))[0], 'Can I bring my dog?');
  });
});
