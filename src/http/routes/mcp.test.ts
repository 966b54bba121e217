import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type CorpusForTests, openCorpusForTests } from '../../../test/answering-corpus.ts';
import { asking, HANDBOOK } from '../../../test/answering-stand.ts';
import { recordOf } from '../../../test/document-record.ts';
import { openHttpStand } from '../../../test/http-stand.ts';
import { createSearchPassages } from '../../answering/search-passages.ts';
import type { Catalog } from '../../ingestion/catalog.ts';
import { ChatAnswer } from '../schemas/chat.ts';
import { DocumentList } from '../schemas/ingest.ts';
import { Problem } from '../schemas/problem.ts';
import { SearchReply } from './search.ts';

const QUESTION = 'How many days of paid leave does an employee get?';
const TEXT = 'Every employee gets 30 days of paid leave a year.';

type Stand = Awaited<ReturnType<typeof openHttpStand>>;

/** The official client over HTTP. `auto` speaks the newest revision that the server has. */
async function connected(
  { url }: Pick<Stand, 'url'>,
  headers: Record<string, string> = {},
  mode: 'auto' | 'legacy' = 'auto',
) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }));
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

describe('POST /mcp', () => {
  let corpus: CorpusForTests;
  let stand: Stand;
  before(async () => {
    corpus = await openCorpusForTests(HANDBOOK);
    stand = await openHttpStand({
      answerQuestion: asking(corpus).answerQuestion,
      searchPassages: createSearchPassages(corpus),
      documentContent: {
        text: async (_docId, { from, to }) => ({
          ...{ version: 1, from, to: Math.min(to, TEXT.length), length: TEXT.length },
          ...{ contentLength: TEXT.length, text: TEXT.slice(from, to), layout: { headings: [], code: [] } },
        }),
        textOfChunk: () => assert.fail(),
        chunks: () => assert.fail(),
        original: () => assert.fail(),
      },
      settings: { apiKey: 'secret' },
    });
  });
  after(async () => {
    await stand[Symbol.asyncDispose]();
    await corpus[Symbol.asyncDispose]();
  });

  const call = async (name: string, args: object, headers: Record<string, string> = {}) => {
    await using client = await connected(stand, headers);
    const {
      content,
      structuredContent,
      isError = false,
    } = await client.callTool({
      name,
      arguments: { ...args },
    });
    const [part] = content;
    assert.equal(part?.type, 'text');
    return { text: part.text, reply: structuredContent, isError };
  };
  const withKey = { authorization: 'Bearer secret' };

  for (const mode of ['auto', 'legacy'] as const) {
    it(`offers its tools to a client of the ${mode === 'auto' ? 'newest' : 'older'} protocol`, async () => {
      await using client = await connected(stand, {}, mode);
      assert.equal(client.getServerVersion()?.name, 'docent');
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        [
          ...['ask', 'search', 'list_documents', 'get_document_text'],
          ...['submit_feedback', 'ingest_url', 'approve_answer', 'reject_answer'],
        ],
      );
      for (const { inputSchema, description } of tools) {
        assert.equal(inputSchema.type, 'object');
        assert.ok(description);
      }
      const asked = await client.callTool({ name: 'ask', arguments: { question: QUESTION } });
      assert.match(JSON.stringify(asked.content), /30 days of paid leave/);
    });
  }

  it('gives the reply of the chat endpoint, and it in words', async () => {
    const chat = ChatAnswer.parse(
      await (await stand.postJson('/api/v1/chat', { question: QUESTION })).json(),
    );
    const { text, reply } = await call('ask', { question: QUESTION });
    const { answer, sources } = ChatAnswer.parse(reply);
    assert.equal(answer, chat.answer);
    assert.deepEqual(sources, chat.sources);
    assert.match(text, /\[1\] Handbook, p\. 4 \(doc_id handbook, chunk_id handbook\.1\.0\)/);
  });

  it('continues a conversation', async () => {
    const first = await call('ask', { question: 'When are refunds paid?' });
    const { conversation_id } = ChatAnswer.parse(first.reply).meta;
    const { reply } = await call('ask', { question: 'And for damaged items?', conversation_id });
    const { answer, meta } = ChatAnswer.parse(reply);
    assert.match(answer, /Damaged items are replaced/);
    assert.equal(meta.conversation_id, conversation_id);
  });

  it('searches as the search endpoint does', async () => {
    const body = { query: QUESTION, limit: 2, filter: { tags: ['hr'] } };
    const { passages } = SearchReply.parse(await (await stand.postJson('/api/v1/search', body)).json());
    const { text, reply } = await call('search', body);
    assert.deepEqual(SearchReply.parse(reply).passages, passages);
    assert.match(text, /^1\. Handbook, p\. 4 .*\nEvery employee gets 30 days/);
  });

  it('reads a document, as a tool and as a resource', async () => {
    assert.equal((await call('get_document_text', { doc_id: 'one', from: 6, to: 14 })).text, 'employee');
    const { isError, text } = await call('get_document_text', { doc_id: 'one', from: 6, to: 2 });
    assert.ok(isError);
    assert.match(text, /^to must not be less than from/);
    await using client = await connected(stand);
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.deepEqual(
      resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      ['docent://documents/{doc_id}'],
    );
    const { contents } = await client.readResource({ uri: 'docent://documents/one' });
    assert.deepEqual(contents, [{ uri: 'docent://documents/one', mimeType: 'text/plain', text: TEXT }]);
  });

  it('ingests a URL, lists the document, and takes feedback on an answer', async () => {
    const url = 'https://docs.example.org/handbook.pdf';
    const { reply } = await call('ingest_url', { url, doc_id: 'new', tags: ['hr'] });
    assert.deepEqual(reply, { doc_id: 'new', status: 'queued', version: 1 });
    assert.equal(stand.accepted.length, 1);
    const listed = await call('list_documents', { limit: 5 });
    assert.deepEqual(
      DocumentList.parse(listed.reply).docs.map(({ doc_id }) => doc_id),
      ['new'],
    );
    const rated = await call('submit_feedback', { rating: 'up', question: QUESTION, answer: '30 days' });
    assert.equal((rated.reply as { status: string }).status, 'recorded');
    const { feedback } = await stand.feedback.list({}, { limit: 5 });
    assert.deepEqual(
      feedback.map(({ rating, question }) => [rating, question]),
      [['up', QUESTION]],
    );
  });

  it('decides on answers for holders of the key alone', async () => {
    for (const name of ['approve_answer', 'reject_answer']) {
      for (const headers of [{}, { authorization: 'Bearer wrong' }, { 'x-api-key': 'wrong' }]) {
        const refused = await call(name, { entry_id: 'none' }, headers);
        assert.ok(refused.isError);
        assert.equal(Problem.parse(refused.reply).code, 'invalid_api_key');
      }
      for (const headers of [withKey, { 'x-api-key': 'secret' }]) {
        const known = await call(name, { entry_id: 'none' }, headers);
        assert.equal(Problem.parse(known.reply).code, 'review_entry_not_found');
      }
    }
  });

  it('reports invalid arguments, without internal details', async () => {
    const { isError, text } = await call('ask', { question: ' ', colour: 'red' });
    assert.ok(isError);
    assert.match(text, /question/);
    assert.doesNotMatch(text, /node_modules|\.ts:/);
  });

  it('has one path and one method', async () => {
    for (const method of ['GET', 'DELETE']) {
      const response = await stand.get('/mcp', { method });
      assert.equal(response.status, 405);
      assert.equal(response.headers.get('allow'), 'POST, OPTIONS');
    }
  });
});

describe('POST /mcp where documents need the key', () => {
  it('shows none without it', async () => {
    const documents = [recordOf('one', { status: 'done', title: 'One' })];
    const list = async () => ({ documents, nextBefore: undefined, nextKey: null, total: 1 });
    await using stand = await openHttpStand({
      catalog: { list } as unknown as Catalog,
      settings: { apiKey: 'secret', requireAuthForIngest: true },
    });
    {
      await using client = await connected(stand);
      assert.deepEqual((await client.listResources()).resources, []);
      await assert.rejects(() => client.readResource({ uri: 'docent://documents/one' }), /API key/);
      for (const name of ['list_documents', 'get_document_text', 'ingest_url']) {
        const args = { list_documents: {}, get_document_text: { doc_id: 'one' } }[name];
        const refused = await client.callTool({
          name,
          arguments: args ?? { url: 'https://a.example/b.pdf' },
        });
        assert.equal(Problem.parse(refused.structuredContent).code, 'invalid_api_key', name);
      }
    }
    await using client = await connected(stand, { authorization: 'Bearer secret' });
    const { resources } = await client.listResources();
    assert.deepEqual(
      resources.map(({ uri, title }) => [uri, title]),
      [['docent://documents/one', 'One']],
    );
  });
});

describe('a client of /mcp', () => {
  const ask = (id: number) => ({
    ...{ jsonrpc: '2.0', id, method: 'tools/call' },
    params: { name: 'ask', arguments: { question: QUESTION } },
  });
  const headers = { accept: 'application/json, text/event-stream' };

  it('may leave before the answer, and its question ends', async () => {
    const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
    const { promise: isEnded, resolve: ended } = Promise.withResolvers<void>();
    await using stand = await openHttpStand({
      async *answerQuestion(_question, { signal }) {
        asked();
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        ended();
        throw signal.reason;
      },
    });
    const leaving = new AbortController();
    const body = JSON.stringify(ask(1));
    const type = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers: { ...headers, ...type }, body, signal: leaving.signal };
    const response = stand.get('/mcp', init);
    await isAsked;
    leaving.abort();
    await assert.rejects(response);
    await isEnded;
    await stand.timings(1);
    assert.deepEqual(stand.errors(), []);
  });

  it('asks one thing with a request, which is counted as one', async () => {
    await using stand = await openHttpStand();
    const response = await stand.postJson('/mcp', [ask(1), ask(2)], headers);
    assert.equal(response.status, 422);
    assert.equal(Problem.parse(await response.json()).code, 'validation_failed');
    assert.deepEqual(stand.asked, []);
  });
});

describe('a page that uses /mcp', () => {
  it('is one of this machine, or listed: a name that was led here is not enough', async () => {
    await using stand = await openHttpStand({ settings: { corsOrigins: ['https://app.example.org'] } });
    const { port } = new URL(stand.url);
    const initialize = JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'page', version: '1' } },
    });
    const statusOf = async (host: string, origin?: string) => {
      const lines = [
        ...['POST /mcp HTTP/1.1', `Host: ${host}`, 'Connection: close'],
        ...['Content-Type: application/json', 'Accept: application/json, text/event-stream'],
        ...(origin === undefined ? [] : [`Origin: ${origin}`]),
        `Content-Length: ${Buffer.byteLength(initialize)}`,
      ];
      return Number(
        /^HTTP\/1\.1 (\d+)/.exec(await stand.raw(`${lines.join('\r\n')}\r\n\r\n${initialize}`))?.[1],
      );
    };
    for (const [host, origin] of [
      [`127.0.0.1:${port}`, undefined],
      ['docs.example.org', undefined],
      [`127.0.0.1:${port}`, `http://127.0.0.1:${port}`],
      [`localhost:${port}`, `http://localhost:${port}`],
      [`[::1]:${port}`, `http://[::1]:${port}`],
      ['docs.example.org', 'https://app.example.org'],
    ] as const)
      assert.equal(await statusOf(host, origin), 200, `${host} ${origin}`);
    for (const [host, origin] of [
      [`rebound.example:${port}`, `http://rebound.example:${port}`],
      [`127.0.0.1:${port}`, 'https://elsewhere.example'],
      [`127.0.0.1:${port}`, `http://localhost:${port}`],
      [`127.0.0.1:${port}`, 'null'],
    ] as const)
      assert.equal(await statusOf(host, origin), 403, `${host} ${origin}`);
  });
});
