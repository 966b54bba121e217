import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import OpenAI from 'openai';
import { createApiClient } from '../scripts/api-client.ts';
import { SearchReply } from '../src/http/routes/search.ts';
import { ChatAnswer } from '../src/http/schemas/chat.ts';
import { type OpenServer, openServer } from './open-server.ts';

/** The ways to ask a server, over its sockets and pipes: they give the same answer from the same sources. */

const PROGRAM = new URL('../src/docent.js', import.meta.url).pathname;
const KEY = 'k3y';
const TIMEOUT_MS = 60_000;

const QUESTIONS = [
  'What does a family ticket cost?',
  'When do the castle and the garden open?',
  'Are dogs allowed in the garden?',
  'What is the boiling point of tungsten hexafluoride?',
];

type Message = OpenAI.ChatCompletionMessageParam;

/** What every way has in common: the answer, and the place of each number in it. */
interface Told {
  readonly answer: string;
  readonly sources: readonly (readonly [n: number, label: string])[];
}

describe('a question', { timeout: 300_000 }, () => {
  let server: OpenServer;
  before(async () => {
    server = await openServer({ settings: { API_KEY: KEY } });
    const client = createApiClient(server.url);
    await client.upload(
      'castle.md',
      Buffer.from('# The castle\n\nThe castle opens at nine in the morning. A family ticket costs 24 euros.'),
    );
    await client.upload(
      'garden.md',
      Buffer.from(
        '# The garden\n\nThe garden opens at seven in the morning. Dogs are allowed in the garden on a lead.',
      ),
    );
    await client.settled(TIMEOUT_MS, () => {});
  });
  after(() => server[Symbol.asyncDispose]());

  const post = (path: string, body: object) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  const chat = async (question: string, conversation_id?: string) =>
    ChatAnswer.parse(await (await post('/api/v1/chat', { question, conversation_id })).json());

  async function streamed(question: string, conversation_id?: string): Promise<ChatAnswer> {
    const events = await (await post('/api/v1/chat/stream', { question, conversation_id })).text();
    return ChatAnswer.parse(JSON.parse(/^event: done\ndata: (.*)$/m.exec(events)![1]!));
  }

  async function completed(question: string, stream: boolean, earlier: Message[] = []): Promise<Told> {
    const openai = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'none' });
    const messages = [...earlier, { role: 'user' as const, content: question }];
    const request = { model: 'docent', messages };
    let [answer, annotations]: [string, OpenAI.ChatCompletionMessage.Annotation[]] = ['', []];
    if (stream) {
      for await (const { choices } of await openai.chat.completions.create({ ...request, stream })) {
        const delta = choices[0]!.delta as Partial<OpenAI.ChatCompletionMessage>;
        answer += delta.content ?? '';
        annotations = delta.annotations ?? annotations;
      }
    } else {
      const { message } = (await openai.chat.completions.create(request)).choices[0]!;
      [answer, annotations] = [message.content!, message.annotations!];
    }
    const sources = annotations.map(
      ({ url_citation: { start_index, end_index, title } }) =>
        [Number(answer.slice(start_index + 1, end_index - 1)), title] as const,
    );
    return { answer, sources };
  }

  async function byTool(question: string, client: Client, conversation_id?: string): Promise<ChatAnswer> {
    const asked = { question, ...(conversation_id && { conversation_id }) };
    const { structuredContent } = await client.callTool({ name: 'ask', arguments: asked });
    return ChatAnswer.parse(structuredContent);
  }

  /** The answers to the questions of one conversation. */
  async function byCommand(...questions: string[]): Promise<ChatAnswer[]> {
    const args = [PROGRAM, 'ask', '--interactive', '--json', '--url', server.url];
    const { stdin, stdout } = spawn(process.execPath, args, { cwd: server.folder });
    stdin.end(questions.join('\n'));
    const lines = (await text(stdout)).trim().split('\n');
    return lines.map((line) => ChatAnswer.parse(JSON.parse(line)));
  }

  const overHttp = () => new StreamableHTTPClientTransport(new URL('/mcp', server.url));
  const overStdio = (...options: string[]) =>
    new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, 'mcp', '--url', server.url, ...options],
      cwd: server.folder,
    });

  async function connected(
    transport: StdioClientTransport | StreamableHTTPClientTransport,
    mode: 'auto' | 'legacy' = 'auto',
  ) {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(transport);
    return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
  }

  it('has the same answer from the same sources, however it is asked', async () => {
    await using http = await connected(overHttp());
    await using stdio = await connected(overStdio());
    for (const question of QUESTIONS) {
      const first = await chat(question);
      for (const same of [
        await streamed(question),
        await byTool(question, http),
        await byTool(question, stdio),
        ...(await byCommand(question)),
      ]) {
        assert.equal(same.answer, first.answer);
        assert.deepEqual(same.sources, first.sources);
      }
      const told = { answer: first.answer, sources: first.sources.map(({ n, label }) => [n, label]) };
      for (const stream of [false, true]) assert.deepEqual(await completed(question, stream), told, question);
      const { passages } = SearchReply.parse(
        await (await post('/api/v1/search', { query: question })).json(),
      );
      const found = new Set(passages.map(({ chunk_id }) => chunk_id));
      for (const { chunk_id } of first.sources) assert.ok(found.has(chunk_id), `${chunk_id} of ${question}`);
    }
    const answers = await Promise.all(QUESTIONS.map((question) => chat(question)));
    assert.deepEqual(
      answers.map(({ sources }) => sources.length > 0),
      [true, true, true, false],
    );
  });

  it('continues a conversation with the same answer, however that is held', async () => {
    const [question, followUp] = ['What does a family ticket for the castle cost?', 'When does it open?'];
    await using http = await connected(overHttp());
    const ways = [
      chat,
      streamed,
      (asked: string, conversation?: string) => byTool(asked, http, conversation),
    ];
    const [begun, continued] = await byCommand(question, followUp);
    assert.match(continued!.answer, /The castle opens at nine/);
    for (const ask of ways) {
      const first = await ask(question);
      const second = await ask(followUp, first.meta.conversation_id);
      assert.deepEqual([second.answer, second.sources], [continued!.answer, continued!.sources]);
    }
    const earlier: Message[] = [
      { role: 'user', content: question },
      { role: 'assistant', content: begun!.answer },
    ];
    const told = {
      answer: continued!.answer,
      sources: continued!.sources.map(({ n, label }) => [n, label]),
    };
    for (const stream of [false, true]) assert.deepEqual(await completed(followUp, stream, earlier), told);
    assert.notEqual((await chat(followUp)).answer, continued!.answer);
  });

  it('can be asked by clients of the older protocol as well', async () => {
    for (const transport of [overHttp(), overStdio()]) {
      await using client = await connected(transport, 'legacy');
      assert.match((await byTool(QUESTIONS[0]!, client)).answer, /24 euros/);
    }
  });

  it('is answered among others at the same time, and documents are read', async () => {
    await using client = await connected(overStdio());
    const replies = await Promise.all([...QUESTIONS, ...QUESTIONS].map((each) => byTool(each, client)));
    assert.deepEqual(
      replies.slice(0, QUESTIONS.length).map(({ answer }) => answer),
      replies.slice(QUESTIONS.length).map(({ answer }) => answer),
    );
    const { resources } = await client.listResources();
    assert.deepEqual(resources.map(({ title }) => title).sort(), ['The castle', 'The garden']);
    const { contents } = await client.readResource({ uri: resources[0]!.uri });
    assert.match(JSON.stringify(contents), /opens at/);
  });

  it('is held for review, and decided on with the key', async () => {
    await using open = await connected(overStdio());
    const { meta } = await byTool(QUESTIONS[1]!, open);
    const decide = { name: 'approve_answer', arguments: { entry_id: meta.review_entry_id! } };
    const refused = await open.callTool(decide);
    assert.equal((refused.structuredContent as { code: string }).code, 'invalid_api_key');
    await using keyed = await connected(overStdio('--key', KEY));
    const { structuredContent } = await keyed.callTool(decide);
    assert.equal((structuredContent as { status: string }).status, 'approved');
    const approved = await byTool(QUESTIONS[1]!, open);
    assert.deepEqual(approved.sources, (await chat(QUESTIONS[1]!)).sources);
    assert.equal(approved.sources[0]!.kind, 'approved_answer');
    const { passages } = SearchReply.parse(
      await (await post('/api/v1/search', { query: QUESTIONS[1] })).json(),
    );
    assert.ok(passages.some(({ chunk_id }) => chunk_id === approved.sources[0]!.chunk_id));
  });
});

describe('docent mcp', { timeout: 120_000 }, () => {
  /** What the command prints for these lines, with what its server answers. */
  async function spoken(lines: readonly string[], url: string) {
    const child = spawn(process.execPath, [PROGRAM, 'mcp', '--url', url], { cwd: '/' });
    child.stdin.end(`${lines.join('\n')}\n`);
    const ended = once(child, 'close');
    const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    const answers = out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { id: number | null; error?: { code: number; message: string } });
    return { answers, errors, code: child.exitCode };
  }

  it('answers each line, also what is none of the protocol', async () => {
    await using server = await openServer({ settings: { RATE_LIMIT_PER_MINUTE: '3' } });
    const ping = (id: number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });
    const notification = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
    const { answers, errors, code } = await spoken(
      ['{"jsonrpc"', notification, ping(1), '', ping(2), ping(3)],
      server.url,
    );
    assert.deepEqual([code, errors], [0, '']);
    assert.deepEqual(answers.map(({ id }) => id).sort(), [1, 2, 3, null].sort());
    assert.equal(answers.find(({ id }) => id === null)!.error!.code, -32_700);
    // One request found that the server is there, and one was the notification.
    const limited = answers.filter(({ error }) => error?.code === -32_000);
    assert.equal(limited.length, 2);
    assert.match(limited[0]!.error!.message, /requests/);
  });

  it('says so when there is no server', async () => {
    const { answers, errors, code } = await spoken([], 'http://127.0.0.1:9');
    assert.deepEqual([answers, code], [[], 1]);
    assert.match(errors, /Cannot reach http:\/\/127\.0\.0\.1:9/);
  });
});
