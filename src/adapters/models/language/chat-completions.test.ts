import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Credentials } from '../../../kernel/model-providers.ts';
import { compatibleServer } from '../compatible-server.ts';
import { openProviderHttp } from '../provider-http.ts';
import { chatCompletionsModel } from './chat-completions.ts';
import type { ModelSign } from './provider-model.ts';

const TEXT = 'data: {"choices":[{"delta":{"content":"Yes."},"finish_reason":"stop"}]}\n\n';
const PROMPT = { system: 'Be brief.', messages: [{ role: 'user', text: 'Is it open?' }] } as const;

it('reuses its connection, even when the stream ends after its last event', async (t) => {
  const { model, connections } = await open(
    t,
    async (response) => {
      response.write(TEXT);
      response.write('data: [DONE]\n\n');
      await sleep(15);
      response.end();
    },
    1,
  );
  for (let call = 0; call < 4; call++) {
    assert.equal(await read(model), 'Yes.');
  }
  assert.equal(connections.size, 1);
});

it('closes a stream that does not end after its last event, and one that is not read to its end', async (t) => {
  const { model, connections } = await open(t, (response) => {
    response.write(TEXT);
    response.write('data: [DONE]\n\n');
  });
  assert.equal(await read(model), 'Yes.');
  await Promise.all([...connections]);
  for await (const _ of generate(model)) break;
  await Promise.all([...connections]);
  assert.equal(connections.size, 2);
});

const chunk = (content: string | null, more: object = {}) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content, ...more }, finish_reason: null }] })}\n\n`;
const parts = (...content: object[]) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
const END = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';

for (const [what, frames] of [
  ['in a field of their own', [chunk(null, { reasoning_content: 'Hm [2].' }), chunk('Yes.')]],
  ['between tags', [chunk('<think>\nHm. '), chunk('So <b>?\n</think>\n\n'), chunk('Yes.')]],
  ['between tags that are cut', [chunk('\n<th'), chunk('ink>Hm.</th'), chunk('ink'), chunk('>Yes.')]],
  [
    'in parts, as Mistral sends them',
    [
      parts({ type: 'working', thinking: [{ type: 'text', text: 'Hm.' }] }),
      parts({ type: 'text', text: 'Ye' }, { type: 'reference', reference_ids: [1] }),
      chunk('s.'),
    ],
  ],
  ['as Magistral does', [chunk('[THINK]Hm.[/THINK]'), chunk('Yes.')]],
] as const) {
  it(`leaves out reasoning ${what}`, async (t) => {
    const { model } = await open(t, (response) => response.end(frames.join('') + END));
    assert.equal((await read(model)).trim(), 'Yes.');
  });
}

it('restarts after reasoning that the server’s template opened, and waits for its end from then on', async (t) => {
  const { model } = await open(t, (response) => {
    response.write(chunk('Hm, “yes”?\n'));
    setTimeout(() => response.end(chunk('</think>') + chunk('\n\nYes.') + END), 15);
  });
  const signs = async () => {
    const all: ModelSign[] = [];
    for await (const sign of generate(model)) if (sign.type !== 'working') all.push(sign);
    return all.map((sign) => (sign.type === 'text' ? sign.delta.trim() : sign.type));
  };
  assert.deepEqual(await signs(), ['Hm, “yes”?', 'restart', 'Yes.', 'finish']);
  assert.deepEqual(await signs(), ['restart', 'Yes.', 'finish']);
});

for (const reason of ['error', 'abort', 'insufficient_system_resource']) {
  it(`fails on a completion that ends as ${reason}: it broke off`, async (t) => {
    const end = JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
    const { model } = await open(t, (response) => response.end(`${chunk('Yes')}data: ${end}\n\n`));
    await assert.rejects(read(model), { kind: 'unavailable', said: `it ended as ${reason}` });
  });
}

for (const [what, frame, kind, status] of [
  [
    'OpenRouter',
    { error: { code: 429, message: 'Slow' }, choices: [{ delta: {}, finish_reason: 'error' }] },
    'overloaded',
    429,
  ],
  ['vLLM', { error: { message: 'Too many', type: 'BadRequestError', code: 400 } }, 'rejected', 400],
  [
    'vLLM as it was',
    { object: 'error', message: 'Too many', type: 'BadRequestError', code: 400 },
    'rejected',
    400,
  ],
  ['LM Studio', { error: 'Model unloaded.' }, 'unavailable', undefined],
] as const) {
  it(`knows what an error of ${what} within the stream is`, async (t) => {
    const { model } = await open(t, (response) => response.end(`data: ${JSON.stringify(frame)}\n\n`));
    await assert.rejects(read(model), { kind, status });
  });
}

it('takes no other tag for reasoning, and none within an answer', async (t) => {
  for (const text of ['<b>Yes.</b>', 'The tag <think> is opened.', '[1] Yes.']) {
    const { model } = await open(t, (response) =>
      response.end([...text].map((c) => chunk(c)).join('') + END),
    );
    assert.equal(await read(model), text);
  }
});

it('logs with a 404 which address it called', async (t) => {
  const { model } = await open(t, (response) => response.writeHead(404).end('page not found'));
  await assert.rejects(read(model), {
    kind: 'rejected',
    said: /^http:\/\/127\.0\.0\.1:\d+\/chat\/completions says: page not found$/,
  });
});

it('gives an answer whose usage it cannot read, as one without', async (t) => {
  for (const rest of [
    '"choices":[],"usage":{}',
    '"choices":[],"usage":{"prompt_tokens":12}',
    '"choices":null,"usage":null',
  ]) {
    const { model } = await open(t, (response) => response.end(`${TEXT}data: {${rest}}\n\ndata: [DONE]\n\n`));
    let last: unknown;
    for await (const sign of generate(model)) last = sign;
    assert.deepEqual(last, { type: 'finish', reason: 'stop', usage: null }, rest);
  }
});

it('says what came instead of events', async (t) => {
  const { model } = await open(t, (response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>'),
  );
  await assert.rejects(read(model), { kind: 'malformed', said: 'no event came, but text/html' });
});

/** @param atOnce Most connections: with one, a call waits until the previous one is released. */
async function open(t: TestContext, answer: (response: ServerResponse) => unknown, atOnce = 4) {
  /** When each of them is closed. */
  const connections = new Set<Promise<unknown>>();
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    await answer(response);
  });
  server.on('connection', (socket) => connections.add(once(socket, 'close')));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const http = openProviderHttp({ connections: atOnce });
  t.after(async () => {
    await http[Symbol.asyncDispose]();
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const of = { provider: 'openai-compatible', model: 'x', baseUrl, apiKey: '' } as const;
  const model = chatCompletionsModel(compatibleServer(of, {} as Credentials, { http, now: Date.now }));
  return { model, connections };
}

function generate(model: ReturnType<typeof chatCompletionsModel>) {
  return model.generate(PROMPT, { completionTokensMax: 10, signal: new AbortController().signal });
}

async function read(model: ReturnType<typeof chatCompletionsModel>): Promise<string> {
  let text = '';
  for await (const sign of generate(model)) if (sign.type === 'text') text += sign.delta;
  return text;
}
