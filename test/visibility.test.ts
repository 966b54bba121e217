import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { createApiClient } from '../scripts/api-client.ts';
import type { DocumentList } from '../src/http/schemas/ingest.ts';
import { startOpenAiServer } from './model-servers/openai.ts';
import { type OpenServer, openServer } from './open-server.ts';
import { until } from './until.ts';

/**
 * Tries to make a key with tags show something of a document without them. Each document has a word of its own that
 * nothing else has: in its text, title, file name, id and URL. No reply to a key may hold the word of a document that
 * the key must not see, unless the request has the same word.
 */

const API_KEY = 'correct-horse-battery-staple';
const TIMEOUT_MS = 120_000;
const RUNS = 5;
const TAGS = ['hr', 'it', 'sales', 'board'];
const PLACES = ['castle', 'garden', 'tower', 'museum', 'bridge'];
/** Asked by everyone. The last two are composed from two documents, and held for review. */
const QUESTIONS = [
  'What is the code of the castle?',
  'When do the castle and the garden open?',
  'When do the garden and the tower open?',
];

interface Case {
  /** Tags of each document, at first and after a change. */
  readonly documents: readonly { readonly tags: readonly string[]; readonly later: readonly string[] }[];
  readonly keys: readonly (readonly string[])[];
  /** Tags of the answers that a reviewer approves. */
  readonly approvedAs: readonly string[];
}

const someTags = (minLength: number) => fc.uniqueArray(fc.constantFrom(...TAGS), { minLength, maxLength: 3 });
const CASES: fc.Arbitrary<Case> = fc.record({
  documents: fc.array(fc.record({ tags: someTags(0), later: someTags(0) }), { minLength: 3, maxLength: 5 }),
  keys: fc.array(someTags(1), { minLength: 1, maxLength: 2 }),
  approvedAs: someTags(1),
});

describe('a key with tags', { timeout: 600_000 }, () => {
  let server: OpenServer;
  let created = 0;
  before(async () => {
    server = await openServer({ settings: { API_KEY } });
  });
  after(() => server[Symbol.asyncDispose]());

  async function send(method: string, path: string, key: string, body?: object, user?: string) {
    const isForm = body instanceof FormData;
    const response = await fetch(server.url + path, {
      method,
      headers: {
        'x-api-key': key,
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...(path === '/mcp' && { accept: 'application/json, text/event-stream' }),
        ...(user && { 'x-user-id': user }),
      },
      body: isForm ? body : body ? JSON.stringify(body) : null,
    });
    return { status: response.status, text: await response.text() };
  }
  const json = async <T>(...request: Parameters<typeof send>) => {
    const { status, text } = await send(...request);
    assert.ok(status < 300, `${request.slice(0, 2)}: ${text}`);
    return JSON.parse(text) as T;
  };

  async function newKey(tags: readonly string[]): Promise<string> {
    created += 1;
    const body = { name: `key-${created}`, scopes: ['ask', 'ingest', 'review'], tags };
    return (await json<{ key: string }>('POST', '/api/v1/keys', API_KEY, body)).key;
  }

  async function upload(
    word: string,
    options: { key: string; tags: readonly string[]; docId?: string; place?: string },
  ) {
    const form = new FormData();
    const { place = 'depot' } = options;
    const text = `# The ${place}\n\n## When does the ${place} of ${word} open?\n\nThe ${place} opens at nine in the morning, says ${word}. The code of the ${place} is ${word}code.`;
    form.set('file', new Blob([text]), `${word}.md`);
    if (options.docId) form.set('doc_id', options.docId);
    for (const tag of options.tags) form.append('tags', tag);
    return send('POST', '/api/v1/ingest/upload', options.key, form);
  }

  async function entryIds(...lists: readonly ('pending' | 'decided')[]): Promise<string[]> {
    const pages = lists.map((list) => json<Entries>('GET', `/api/v1/review/${list}`, API_KEY));
    const entries = (await Promise.all(pages)).flatMap((page) => Object.values(page).flat());
    return entries.flatMap((entry) => entry?.entry_id ?? []);
  }

  /** Each request that reads, with what may lead to a document of others in it. */
  async function* replies(hidden: readonly Hidden[], entries: readonly string[]) {
    const ask = async function* (body: object) {
      for (const mode of ['strict', 'learning', 'open'])
        for (const user of ['ada', undefined])
          yield ['POST', '/api/v1/chat', { ...body, mode, conversation_id: 'c' }, user] as const;
      yield ['POST', '/api/v1/chat/stream', body] as const;
    };
    const tool = (name: string, args: object) =>
      [
        'POST',
        '/mcp',
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
      ] as const;

    for (const question of QUESTIONS) {
      yield* ask({ question });
      yield ['POST', '/api/v1/search', { query: question }] as const;
      yield [
        'POST',
        '/v1/chat/completions',
        { model: 'docent', messages: [{ role: 'user', content: question }] },
      ] as const;
      yield tool('ask', { question });
      yield tool('search', { query: question });
    }
    // Continues what others were told under the same name.
    yield ['POST', '/api/v1/chat', { question: 'And its code?' }, 'ada'] as const;
    yield ['POST', '/api/v1/suggestions', {}] as const;
    yield tool('list_documents', {});
    yield ['POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'resources/list' }] as const;
    for (const query of ['', '?sort=title', '?sort=status', '?status=done', '?q=zw', '?limit=1'])
      yield ['GET', `/api/v1/ingest/docs${query}`] as const;
    for (const tag of TAGS) yield ['GET', `/api/v1/ingest/docs?tag=${tag}`] as const;
    for (const list of ['pending', 'pending?sort=demand', 'decided'])
      yield ['GET', `/api/v1/review/${list}`] as const;
    for (const path of ['ingest/summary', 'feedback', 'quality/answers', 'quality/gaps', 'settings', 'audit'])
      yield ['GET', `/api/v1/${path}`] as const;
    for (const entryId of entries) yield ['GET', `/api/v1/review/${entryId}`] as const;

    for (const { word, docId, correlationId } of hidden) {
      // One letter is wrong: a correction would tell the right one.
      const misspelt = `${word.slice(0, -1)}x`;
      yield* ask({ question: `What is the code of ${misspelt}?`, filter: { doc_ids: [docId] } });
      yield* ask({ question: QUESTIONS[0], filter: { tags: TAGS } });
      yield [
        'POST',
        '/api/v1/search',
        { query: misspelt, filter: { doc_ids: [docId], tags: TAGS } },
      ] as const;
      const after = { question: QUESTIONS[0], chunk_ids: [`${docId}.1.0`] };
      yield ['POST', '/api/v1/suggestions', { after, filter: { doc_ids: [docId] } }] as const;
      for (const path of [`status/${docId}`, `${docId}/text`, `${docId}/chunks`, `${docId}/original`])
        yield ['GET', `/api/v1/ingest/${path}`] as const;
      yield ['GET', `/api/v1/ingest/${docId}/text?chunk_id=${docId}.1.0`] as const;
      yield ['PATCH', `/api/v1/ingest/${docId}`, { tags: TAGS }] as const;
      yield ['POST', `/api/v1/ingest/${docId}/retry`] as const;
      yield ['DELETE', `/api/v1/ingest/${docId}`] as const;
      yield ['GET', `/api/v1/chat/${correlationId}/trace`] as const;
      yield ['POST', '/api/v1/feedback', { rating: 'up', correlation_id: correlationId }] as const;
      yield tool('get_document_text', { doc_id: docId });
    }
  }

  it('never shows anything of a document that it must not see, on any way', async () => {
    let shown = 0;
    await fc.assert(
      fc.asyncProperty(CASES, async ({ documents, keys, approvedAs }) => {
        const operator = createApiClient(server.url, { apiKey: API_KEY });
        const run = `r${created}`;
        const all: Hidden[] = documents.map((_, i) => {
          const word = `zw${wordOf(created * 100 + i)}`;
          return { word, docId: word, correlationId: `chat-${run}-${i}` };
        });
        for (const [i, { word, docId }] of all.entries()) {
          const { tags } = documents[i]!;
          const { status } = await upload(word, { key: API_KEY, tags, docId, place: PLACES[i]! });
          assert.equal(status, 202);
        }
        await operator.settled(TIMEOUT_MS);

        // What others ask, are told, hold for review, approve and rate.
        for (const { correlationId, word } of all)
          for (const question of [...QUESTIONS, `What is the code that ${word} says?`]) {
            await fetch(`${server.url}/api/v1/chat`, {
              method: 'POST',
              headers: {
                'content-type': 'application/json',
                'x-user-id': 'ada',
                'x-api-key': API_KEY,
                'x-correlation-id': correlationId,
              },
              body: JSON.stringify({ question, conversation_id: 'c' }),
            });
          }
        await json('POST', '/api/v1/feedback', API_KEY, {
          rating: 'down',
          correlation_id: all[0]!.correlationId,
        });
        for (const entryId of await entryIds('pending'))
          await json('POST', `/api/v1/review/${entryId}/approve`, API_KEY, { tags: approvedAs });
        for (const [i, { docId }] of all.entries())
          await json('PATCH', `/api/v1/ingest/${docId}`, API_KEY, { tags: documents[i]!.later });

        for (const tags of keys) {
          const key = await newKey(tags);
          const isHidden = (_: Hidden, i: number) => !documents[i]!.later.some((tag) => tags.includes(tag));
          const hidden = all.filter(isHidden);
          const words = hidden.map(({ word }) => word);
          const seen = all.filter(({ docId }) => !words.includes(docId));

          const before = await operator.allDocuments();
          for await (const [method, path, body, user] of replies(
            hidden,
            await entryIds('pending', 'decided'),
          )) {
            const { text } = await send(method, path, key, body, user);
            const asked = `${path} ${JSON.stringify(body)}`;
            for (const word of words)
              assert.ok(
                asked.includes(word) || !text.toLowerCase().includes(word),
                `${method} ${asked} with ${tags}: ${text}`,
              );
            // A reply that names a hidden document at all may only say that it does not exist.
            for (const { word } of hidden)
              assert.ok(!text.includes(`${word}code`), `${method} ${asked}: ${text}`);
          }
          const { docs, total } = await json<DocumentList>('GET', '/api/v1/ingest/docs?limit=200', key);
          const listed = docs.map(({ doc_id }) => doc_id).filter((docId) => !docId.startsWith('answer-'));
          assert.deepEqual(listed.toSorted(), seen.map(({ docId }) => docId).toSorted());
          assert.equal(total, docs.length);
          for (const { word, docId } of seen) {
            const { text } = await send('POST', '/api/v1/search', key, {
              query: `What is the code that ${word} says?`,
              filter: { doc_ids: [docId] },
            });
            assert.ok(text.includes(`${word}code`), text);
            shown += 1;
          }

          // Writing: nothing hidden is replaced, and a copy of hidden content is a document of its own.
          for (const { word, docId } of hidden) {
            assert.equal((await upload(word, { key, tags: [], docId })).status, 409);
            const place = PLACES[all.findIndex((each) => each.docId === docId)]!;
            const { status, text } = await upload(word, { key, tags: [], place });
            assert.equal(status, 202, text);
            const copy = JSON.parse(text).doc_id as string;
            assert.notEqual(copy, docId);
            const statusOf = () =>
              json<DocumentList['docs'][number]>('GET', `/api/v1/ingest/status/${copy}`, key);
            await until(async () => !['queued', 'processing'].includes((await statusOf()).status));
            const { duplicate_of, status: ended, tags: given } = await statusOf();
            assert.equal(ended, 'done');
            assert.equal(duplicate_of ?? null, null);
            assert.deepEqual(given.toSorted(), tags.toSorted());
            await operator.remove(copy);
          }
          const afterwards = await operator.allDocuments();
          const versions = (list: typeof before) =>
            list.map(({ doc_id, version, tags: own }) => `${doc_id} ${version} ${own}`).toSorted();
          assert.deepEqual(versions(afterwards), versions(before));
        }
        for (const { doc_id } of await operator.allDocuments()) await operator.remove(doc_id);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    assert.ok(shown > 0, 'no key saw anything');
  });

  it('adds documents with its tags, or with others of which it has one', async () => {
    const key = await newKey(['hr', 'it']);
    const tagsOf = async (tags: readonly string[], docId: string) => {
      const { status, text } = await upload(`zw${docId}`, { key, tags, docId });
      if (status !== 202) return JSON.parse(text).code;
      return (await json<{ tags: string[] }>('GET', `/api/v1/ingest/status/${docId}`, API_KEY)).tags;
    };
    assert.deepEqual(await tagsOf([], 'default'), ['hr', 'it']);
    assert.deepEqual(await tagsOf(['2026', 'it'], 'chosen'), ['2026', 'it']);
    assert.equal(await tagsOf(['sales'], 'of-others'), 'validation_failed');
    const change = await send('PATCH', '/api/v1/ingest/default', key, { tags: ['sales'] });
    assert.equal(change.status, 422);
  });

  it('follows its own documents alone', async () => {
    const key = await newKey(['board']);
    const stop = new AbortController();
    const { body } = await fetch(`${server.url}/api/v1/ingest/docs`, {
      headers: { accept: 'text/event-stream', 'x-api-key': key },
      signal: stop.signal,
    });
    let events = '';
    const reading = (async () => {
      for await (const chunk of body!) events += Buffer.from(chunk).toString();
    })().catch(() => {});
    await upload('zwhidden', { key: API_KEY, tags: ['sales'], docId: 'zwhidden' });
    await upload('zwseen', { key: API_KEY, tags: ['board'], docId: 'zwseen' });
    await until(() => events.includes('"status":"done"'));
    await json('PATCH', '/api/v1/ingest/zwseen', API_KEY, { tags: ['sales'] });
    await until(() => events.includes('event: deleted\ndata: {"doc_id":"zwseen"}'));
    await json('DELETE', '/api/v1/ingest/zwhidden', API_KEY);
    await json('PATCH', '/api/v1/ingest/zwseen', API_KEY, { tags: ['board'] });
    await until(() => /event: deleted.*event: document/s.test(events));
    stop.abort();
    await reading;
    assert.ok(!events.includes('zwhidden'), events);
    assert.match(events, /event: counts\ndata: \{"queued":0,"processing":0,"done":0/);
  });
});

describe('what a key with tags is told', { timeout: 300_000 }, () => {
  it('is the same to the last digit, whether or not there are documents that it must not see', async () => {
    // Of each text alone; the built-in model is fitted to all documents.
    const embed = (text: string) =>
      ['a', 'e', 'i', 'o', 'n', 'r', 't'].map((each) => text.split(each).length);
    await using provider = await startOpenAiServer({ embed });
    await using server = await openServer({
      settings: {
        API_KEY,
        EMBEDDING_PROVIDER: 'openai-compatible',
        EMBEDDING_MODEL: 'letters',
        EMBEDDING_BASE_URL: provider.baseUrl,
      },
    });
    const operator = createApiClient(server.url, { apiKey: API_KEY });
    const put = async (name: string, text: string, tags: readonly string[]) => {
      await operator.upload(name, Buffer.from(text), { tags });
    };
    const keyOf = async (tag: string) => {
      const body = { name: tag, scopes: ['ask' as const], tags: [tag] };
      return createApiClient(server.url, { apiKey: (await operator.post('/api/v1/keys', { body })).key });
    };
    /** All that is told, without what is new with each request. */
    async function told(client: typeof operator): Promise<string[]> {
      const replies: object[] = [];
      for (const question of ASKED) {
        replies.push(await client.post('/api/v1/search', { body: { query: question, limit: 20 } }));
        for (const mode of ['strict', 'learning', 'open'] as const)
          replies.push(await client.ask(question, { mode }));
      }
      replies.push(await client.post('/api/v1/suggestions', { body: {} }));
      replies.push(await client.documents(), await client.documents('?q=o'));
      return replies.map((reply) =>
        JSON.stringify(reply)
          .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'id')
          .replaceAll(/"timings_ms":\{[^}]*\}/g, ''),
      );
    }

    await put('castle.md', '# The castle\n\nThe castle opens at nine. The letterbox is beside the gate.', [
      'hr',
    ]);
    await put('garden.md', '# The garden\n\n## When does it open?\n\nThe garden opens at seven.', [
      'hr',
      'it',
    ]);
    await put(
      'leave.md',
      '# Leave\n\nHolidays are requested from the office. The notice period is three months.',
      ['hr'],
    );
    await operator.settled(TIMEOUT_MS);
    const [some, none] = [await keyOf('hr'), await keyOf('board')];
    const before = [await told(some), await told(none), await told(operator)] as const;
    const words = 'castles letterboxes garten opening notices periods offices treasury vault holidays';
    for (let n = 0; n < 12; n++)
      await put(
        `secret-${n}.md`,
        `# The vault ${n}\n\nThe castle opens the vault at ${n}. ${words} ${words}.\n\nWhere is the treasury? In the office.`,
        n % 2 === 0 ? ['it'] : [],
      );
    await put(
      'tresor.md',
      '# Der Tresor\n\nDer Tresor ist im Büro. Die Kaution wird bar bezahlt, und die Miete auch.',
      [],
    );
    await operator.settled(TIMEOUT_MS);
    assert.deepEqual(await told(some), before[0]);
    assert.deepEqual(await told(none), before[1]);
    assert.notDeepEqual(await told(operator), before[2]);

    const castle = async (client: typeof operator, filter?: { tags: string[] }) => {
      const body = { query: 'When does the castle open?', ...(filter && { filter }) };
      const { passages } = await client.post('/api/v1/search', { body });
      return passages.some(({ doc_id: docId }) => docId === 'castle');
    };
    const seen = async () => [await castle(some), await castle(operator, { tags: ['hr'] })];
    assert.deepEqual(await seen(), [true, true]);
    const params = { path: { doc_id: 'castle' } };
    await operator.patch('/api/v1/ingest/{doc_id}', { params, body: { tags: ['it'] } });
    assert.deepEqual(await seen(), [false, false], 'a tag was taken away');
  });
});

/** Some with words that only hidden documents have, or that are misspelt and nearer to one of these. */
const ASKED = [
  'When do the castle and the garden open?',
  'How long is the notice period?',
  'Where is the treasury?',
  'Where is the treasry, and the letterbx?',
  'When does the gartn open?',
  'vault castle office',
  'What is the officee of the holidys?',
  'And the box?',
  'Kaution',
  'Die Miete?',
];

type Entries = Record<string, { entry_id: string }[] | null>;

interface Hidden {
  readonly word: string;
  readonly docId: string;
  /** Of a question that was answered from it, among others. */
  readonly correlationId: string;
}

/** Letters alone, so that it is one word to every rule. */
function wordOf(number: number): string {
  return [...String(number).padStart(6, '0')].map((digit) => 'bcdfghjklm'[Number(digit)]).join('');
}
