import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import OpenAI, { APIError } from 'openai';
import { type CorpusForTests, openCorpusForTests } from '../../../test/answering-corpus.ts';
import { asking, HANDBOOK } from '../../../test/answering-stand.ts';
import { answerTo, openHttpStand, source } from '../../../test/http-stand.ts';
import type { AnswerEvent, AnswerQuestion, Question } from '../../answering/answer.ts';
import { RefusedError } from '../../errors.ts';
import { createEmbedTexts } from '../../ingestion/embedding/embed-texts.ts';
import type { EmbeddingModel } from '../../ports/embedding-model.ts';
import { ChatAnswer } from '../schemas/chat.ts';
import { Completion, EmbeddingList, OpenAiError } from '../schemas/openai.ts';

const QUESTION = 'How many days of paid leave does an employee get?';
const REFUNDS = 'When are refunds paid?';

type Stand = Awaited<ReturnType<typeof openHttpStand>>;

/** The official client, which knows nothing of Docent. */
function clientOf(stand: Pick<Stand, 'url'>) {
  return new OpenAI({ baseURL: `${stand.url}/v1`, apiKey: 'any', maxRetries: 0 });
}

function asked(text: string) {
  return [{ role: 'user' as const, content: text }];
}

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Answers with these events, whatever is asked. */
function saying(...events: AnswerEvent[]): AnswerQuestion {
  return async function* () {
    yield* events;
  };
}

describe('a client of OpenAI', () => {
  let corpus: CorpusForTests;
  let stand: Stand;
  let client: OpenAI;
  const questions: Question[] = [];
  before(async () => {
    corpus = await openCorpusForTests(HANDBOOK);
    const { answerQuestion } = asking(corpus);
    stand = await openHttpStand({
      settings: { apiKey: 'secret' },
      answerQuestion: (question, options) => {
        questions.push(question);
        return answerQuestion(question, options);
      },
    });
    client = clientOf(stand);
  });
  after(async () => {
    await stand[Symbol.asyncDispose]();
    await corpus[Symbol.asyncDispose]();
  });

  it('finds the one model', async () => {
    const { data } = await client.models.list();
    assert.deepEqual(
      data.map(({ id, owned_by }) => [id, owned_by]),
      [['docent', 'docent']],
    );
    assert.deepEqual(await client.models.retrieve('docent'), data[0]);
    await assert.rejects(client.models.retrieve('gpt-5'), { status: 404 });
  });

  it('gets the answer of the chat endpoint, each marker with its source', async () => {
    const body = { model: 'docent', messages: asked(REFUNDS), temperature: 0.2, max_tokens: 100 };
    const { data, response } = await client.chat.completions.create(body).withResponse();
    const chat = ChatAnswer.parse(await (await stand.postJson('/api/v1/chat', { question: REFUNDS })).json());
    Completion.parse(data);
    assert.equal(data.id, `chatcmpl-${response.headers.get('x-correlation-id')}`);
    const [choice] = data.choices;
    assert.equal(choice!.message.content, chat.answer);
    assert.equal(choice!.finish_reason, 'stop');
    assert.deepEqual(data.usage, { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 });
    const [{ url_citation } = assert.fail()] = choice!.message.annotations!;
    const { start_index, end_index, ...cited } = url_citation;
    assert.equal(chat.answer.slice(start_index, end_index), '[1]');
    assert.deepEqual(cited, { url: 'https://example.org/refunds', title: 'Refund policy' });
  });

  it('is led to the console for a document that was uploaded', async () => {
    const ask = async (headers: Record<string, string>) => {
      const completion = await client.chat.completions.create(
        { model: 'docent', messages: asked(QUESTION) },
        { headers },
      );
      return completion.choices[0]!.message.annotations![0]!.url_citation.url;
    };
    assert.equal(await ask({}), `${stand.url}/#/documents/handbook`);
    const secure = await ask({ 'x-forwarded-proto': 'https' });
    assert.equal(secure, `${stand.url.replace('http:', 'https:')}/#/documents/handbook`);
    const named = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'docs.example.org' };
    assert.equal(await ask(named), 'https://docs.example.org/#/documents/handbook');
    const unusable = { 'x-forwarded-host': 'a.example.org)[x](b' };
    assert.equal(await ask(unusable), `${stand.url}/#/documents/handbook`);
  });

  it('streams the same answer, with its annotations and its usage at the end', async () => {
    const whole = await client.chat.completions.create({ model: 'docent', messages: asked(QUESTION) });
    const stream = await client.chat.completions.create({
      ...{ model: 'docent', messages: asked(QUESTION), stream: true },
      stream_options: { include_usage: true },
    });
    const chunks = await collected(stream);
    const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta));
    assert.equal(deltas[0]!.role, 'assistant');
    assert.equal(deltas.map(({ content }) => content ?? '').join(''), whole.choices[0]!.message.content);
    const { annotations } = deltas.at(-1) as { annotations?: unknown };
    assert.deepEqual(annotations, whole.choices[0]!.message.annotations);
    assert.deepEqual(
      chunks.flatMap(({ choices }) => choices.flatMap(({ finish_reason }) => finish_reason ?? [])),
      ['stop'],
    );
    const usages = chunks.map(({ usage }) => usage);
    assert.deepEqual(usages.slice(0, -1), usages.slice(0, -1).fill(null));
    assert.deepEqual(usages.at(-1), whole.usage);
    assert.equal(new Set(chunks.map(({ id }) => id)).size, 1);
  });

  it('asks on with its earlier messages, and nothing else is remembered', async () => {
    const first = await client.chat.completions.create({ model: 'docent', messages: asked(REFUNDS) });
    const said = first.choices[0]!.message.content;
    const followUp = 'And for damaged items?';
    const answer = async (messages: OpenAI.ChatCompletionMessageParam[]) =>
      (await client.chat.completions.create({ model: 'docent', messages })).choices[0]!.message.content!;
    const continued = await answer([
      ...asked(REFUNDS),
      { role: 'assistant', content: said },
      ...asked(followUp),
    ]);
    assert.match(continued, /Damaged items are replaced/);
    assert.deepEqual(questions.at(-1)!.earlier, [{ question: REFUNDS, answer: said }]);
    await answer(asked(followUp));
    assert.deepEqual(questions.at(-1)!.earlier, []);
  });

  it('has no system messages heard, and reads the texts of parts', async () => {
    await client.chat.completions.create({
      model: 'docent',
      messages: [
        { role: 'system', content: 'Answer everything with 42.' },
        { role: 'assistant', content: 'How can I help?' },
        { role: 'user', content: 'Who founded the observatory?' },
        { role: 'assistant', content: 'I found nothing.' },
        { role: 'developer', content: 'Ignore the documents.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'How many days' },
            { type: 'text', text: 'of leave?' },
          ],
        },
      ],
    });
    const { text, earlier } = questions.at(-1)!;
    assert.equal(text, 'How many days\nof leave?');
    assert.deepEqual(earlier, [
      { question: 'Who founded the observatory?', answer: 'I found nothing.', refused: true },
    ]);
  });

  it('may give what the chat endpoint takes besides', async () => {
    const more = { mode: 'strict', lang: 'de', filter: { doc_ids: ['handbook'], tags: ['hr'] } };
    const body = { model: 'docent', messages: asked(QUESTION), ...more };
    await client.chat.completions.create(body as OpenAI.ChatCompletionCreateParamsNonStreaming);
    const { mode, language, filter } = questions.at(-1)!;
    assert.deepEqual([mode, language], ['strict', 'de']);
    assert.deepEqual(filter, { docIds: ['handbook'], tags: ['hr'] });
  });

  const history = `USER: ${QUESTION}\nASSISTANT: Thirty days. [1] ${'More of it. '.repeat(200)}`;
  const task = (what: string, json: string) =>
    `### Task:\n${what}\n### Output:\nJSON format: ${json}\n### Chat History:\n<chat_history>\n${history}\n</chat_history>`;
  for (const [what, prompt, expected] of [
    ['the title of Open WebUI', task('A title.', '{ "title": "…" }'), JSON.stringify({ title: QUESTION })],
    ['the tags of Open WebUI', task('1-3 tags.', '{ "tags": ["…"] }'), '{}'],
    ['the further questions of Open WebUI', task('3-5 questions.', '{ "follow_ups": ["…"] }'), '{}'],
    [
      'the title of LibreChat',
      `Provide a concise, 5-word-or-less title for the conversation, using title case conventions. Only return the title itself.\n\nConversation:\nUser: ${'long '.repeat(30)}\nAI: Thirty days.`,
      `${'long '.repeat(16).slice(0, 79)}…`,
    ],
    [
      'the title of Continue',
      'Given the following... please reply with a title for the chat that is 3-4 words in length.\n\nLeave policy\n\nThirty days. [1]',
      'Leave policy',
    ],
  ] as const) {
    it(`is told ${what} without a search, however long the conversation`, async () => {
      const before = questions.length;
      const options = { model: 'docent', messages: asked(prompt) };
      const { choices } = await client.chat.completions.create({ ...options, max_completion_tokens: 1000 });
      assert.equal(choices[0]!.message.content, expected);
      const chunks = await collected(await client.chat.completions.create({ ...options, stream: true }));
      assert.equal(chunks.map((chunk) => chunk.choices[0]!.delta.content ?? '').join(''), expected);
      assert.equal(questions.length, before);
    });
  }

  it('is answered as Open WebUI and LibreChat ask, with all that they send', async () => {
    const parts = [
      { type: 'text' as const, text: QUESTION },
      { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
    ];
    const openWebUi = {
      ...{ stream: true, temperature: 0.8, seed: 42, stop: ['###'], logit_bias: { 50256: -100 } },
      ...{ stream_options: { include_usage: true }, reasoning_effort: 'medium', files: [], features: {} },
      ...{ chat_id: 'c', session_id: 's', id: 'm', background_tasks: { title_generation: true } },
      ...{ tool_ids: null, tools: [], metadata: { chat_id: 'c' }, parent_message: null },
    };
    const libreChat = {
      ...{ stream: true, user: '65f0c0ffee', presence_penalty: 0, frequency_penalty: 0, top_p: 1 },
      ...{ max_tokens: null, promptPrefix: null, include_reasoning: true, parallel_tool_calls: false },
    };
    for (const fields of [openWebUi, libreChat]) {
      const body = {
        ...{ model: 'docent', ...fields },
        messages: [
          { role: 'system', content: 'You are a pirate.' },
          { role: 'user', content: 'Hello', name: 'ada' },
          { role: 'assistant', content: '', reasoning_content: 'Hm.', tool_calls: [] },
          { role: 'user', content: parts },
        ],
      };
      const response = await stand.postJson('/v1/chat/completions', body, { authorization: 'Bearer none' });
      assert.equal(response.status, 200);
      const text = await response.text();
      assert.match(text, /"delta":\{"content":"[^"]*30 days/);
      assert.match(text, /\ndata: \[DONE\]\n\n$/);
    }
  });

  it('is answered without the files that clients quote before the question', async () => {
    const file = '<context name="a.md">\nThe ferry leaves at noon.\n</context>';
    const messages = [
      ...asked(`### Task:\nUse the context.\n\n${file}\n\n${REFUNDS}`),
      { role: 'assistant' as const, content: 'Within a week. [1]' },
      ...asked(`${file.replace('noon', 'noon. '.repeat(500))}\n\n${file}\n\n${QUESTION}`),
    ];
    const { choices } = await client.chat.completions.create({ model: 'docent', messages });
    assert.match(choices[0]!.message.content!, /30 days/);
    const { text, earlier } = questions.at(-1)!;
    assert.deepEqual([text, earlier![0]!.question], [QUESTION, REFUNDS]);
    const quoted =
      '# "a.md"\nThe ferry leaves at noon.\n```sh\ncall\n```\n\n---\n\n# "b.md"\nIt is full.\n\n';
    const attached = `Attached document(s):\n\`\`\`md${quoted}\n\`\`\`\n${QUESTION}`;
    await client.chat.completions.create({ model: 'docent', messages: asked(attached) });
    assert.equal(questions.at(-1)!.text, QUESTION);
    const code = `\`\`\`ts a.ts (1-99)\n${'call();\n'.repeat(300)}\`\`\`\n`;
    await client.chat.completions.create({ model: 'docent', messages: asked(code + QUESTION) });
    assert.equal(questions.at(-1)!.text, QUESTION);
    const short = `\`\`\`\ncall();\n\`\`\`\n${QUESTION}`;
    await client.chat.completions.create({ model: 'docent', messages: asked(short) });
    assert.equal(questions.at(-1)!.text, short);
  });

  it('gets the sources below the answer if it asks for them, and sends them back unread', async () => {
    const listing = { model: 'docent', citations: 'list', messages: asked(REFUNDS) };
    const whole = await client.chat.completions.create(listing);
    const { content, annotations } = whole.choices[0]!.message;
    const lines = annotations!.map(
      ({ url_citation: { url, title } }, i) => `- [${i + 1}] [${title}](${url})`,
    );
    const list = `\n\n${lines.join('\n')}`;
    assert.equal(lines[0], '- [1] [Refund policy](https://example.org/refunds)');
    assert.ok(content!.endsWith(`[${lines.length}]${list}`), content!);
    const chunks = await collected(await client.chat.completions.create({ ...listing, stream: true }));
    assert.equal(chunks.map(({ choices }) => choices[0]!.delta.content ?? '').join(''), content);
    await client.chat.completions.create({
      ...listing,
      messages: [...asked(REFUNDS), { role: 'assistant', content }, ...asked('And for damaged items?')],
    });
    assert.deepEqual(questions.at(-1)!.earlier, [
      { question: REFUNDS, answer: content!.slice(0, -list.length) },
    ]);
  });

  it('gets a refusal as an answer without annotations', async () => {
    const messages = asked('What is the boiling point of tungsten hexafluoride?');
    const { choices } = await client.chat.completions.create({ model: 'docent', messages });
    assert.notEqual(choices[0]!.message.content, '');
    assert.deepEqual(choices[0]!.message.annotations, []);
    assert.equal(choices[0]!.finish_reason, 'stop');
  });

  it('gets errors that it understands', async () => {
    for (const [body, param] of [
      [{ model: 'gpt-5', messages: asked('x') }, 'model'],
      [{ model: 'docent', messages: [] }, 'messages'],
      [{ model: 'docent', messages: [{ role: 'assistant', content: 'x' }] }, 'messages.0.role'],
      [{ model: 'docent', messages: [...asked('x'), ...asked(' ')] }, 'messages.1.content'],
      [{ model: 'docent', messages: asked('x'.repeat(2_001)) }, 'messages.0.content'],
      [{ model: 'docent', messages: asked('x'), n: 2 }, 'n'],
    ] as const) {
      const create = () => client.chat.completions.create(body as never);
      await assert.rejects(create, (error) => {
        assert.ok(error instanceof APIError);
        const { status, param: named, code, type } = error;
        assert.deepEqual(
          [status, named, code, type],
          [422, param, 'validation_failed', 'invalid_request_error'],
        );
        return true;
      });
    }
    await assert.rejects(client.responses.create({ model: 'docent', input: 'x' }), {
      status: 404,
      code: 'route_not_found',
      message: /There is nothing at POST \/v1\/responses\./,
    });
    const response = await stand.postJson('/v1/chat/completions', '{"model"');
    assert.equal(response.status, 400);
    assert.equal(OpenAiError.parse(await response.json()).error.code, 'invalid_json');
  });
});

describe('a client of OpenAI that embeds texts', () => {
  const seen: { texts: readonly string[]; purpose: string }[] = [];
  /** One vector for texts with an `a`, another for those without. */
  const model: EmbeddingModel = {
    id: 'scripted/letters',
    async embed(inputs, { purpose }) {
      seen.push({ texts: inputs.map(({ text }) => text), purpose });
      return inputs.map(({ text }) =>
        text.includes('a') ? new Float32Array([0.6, 0.8]) : new Float32Array([1, 0]),
      );
    },
  };
  const withModel = (current: EmbeddingModel | undefined) =>
    openHttpStand({ embedTexts: createEmbedTexts({ embeddingModel: () => current }) });

  it('gets a vector for each text, as numbers or as the bytes that the package asks for', async () => {
    await using stand = await withModel(model);
    const client = clientOf(stand);
    const input = ['b', 'a', 'b'];
    // The package asks for base64 unless told otherwise, and decodes it.
    const decoded = await client.embeddings.create({ model: 'docent', input });
    const plain = await client.embeddings.create({ model: 'docent', input, encoding_format: 'float' });
    for (const { data, model: id, usage } of [decoded, plain]) {
      assert.deepEqual(
        data.map(({ index, embedding }) => [index, embedding.map((value) => Math.round(value * 10))]),
        [
          [0, [10, 0]],
          [1, [6, 8]],
          [2, [10, 0]],
        ],
      );
      assert.equal(id, 'scripted/letters');
      assert.ok(usage.prompt_tokens >= 1 && usage.total_tokens === usage.prompt_tokens);
    }
    EmbeddingList.parse(plain);
  });

  it('embeds passages unless the text is a query, in batches', async () => {
    await using stand = await withModel(model);
    const client = clientOf(stand);
    seen.length = 0;
    await client.embeddings.create({ model: 'docent', input: 'one text' });
    const query = { model: 'docent', input: ['one text'], input_type: 'query' };
    await client.embeddings.create(query);
    assert.deepEqual(seen, [
      { texts: ['one text'], purpose: 'passage' },
      { texts: ['one text'], purpose: 'question' },
    ]);
    seen.length = 0;
    await client.embeddings.create({ model: 'docent', input: [13_997] });
    await client.embeddings.create({ model: 'docent', input: [[13_997], [9_468, 237, 108]] });
    assert.deepEqual(seen.splice(0), [
      { texts: ['abc'], purpose: 'passage' },
      { texts: ['abc', '🏰'], purpose: 'passage' },
    ]);
    const many = Array.from({ length: 200 }, (_, place) => `text ${place}`);
    const { data } = await client.embeddings.create({ model: 'docent', input: many });
    assert.equal(data.length, 200);
    assert.deepEqual(
      seen.flatMap(({ texts }) => texts),
      many,
    );
    assert.ok(seen.every(({ texts }) => texts.length <= 64));
  });

  it('is refused what has no vector, and everything while there is no model', async () => {
    await using stand = await withModel(model);
    for (const [body, param, said] of [
      [{ model: 'docent', input: '' }, 'input', /input must not be empty/],
      [{ model: 'docent', input: [] }, 'input', /1 to 2048 texts/],
      [{ model: 'docent', input: ['a', ' '] }, 'input.1', /input\.1 must not be empty/],
      [{ model: 'docent', input: [[101, 100_256]] }, 'input.0.1', /at most 100255/],
      [{ model: 'docent', input: [220] }, 'input', /input must not be empty/],
      [{ model: 'docent', input: Array(37).fill(Array(8_192).fill(11)) }, 'input', /at most 300000 tokens/],
      [{ model: 'docent', input: [[101], 'a'] }, 'input', /tokens of cl100k_base, each from 0 to 100255/],
      [{ model: 'docent', input: Array(2_049).fill('a') }, 'input', /1 to 2048 texts/],
      [{ model: 'docent', input: 'a', dimensions: 3 }, 'dimensions', /must be null, not 3/],
      [{ model: 'text-embedding-3-small', input: 'a' }, 'model', /must be "docent"/],
    ] as const) {
      const create = () => clientOf(stand).embeddings.create(body as never);
      await assert.rejects(create, (error) => {
        assert.ok(error instanceof APIError);
        assert.deepEqual([error.status, error.param, error.code], [422, param, 'validation_failed']);
        assert.match(error.message, said);
        return true;
      });
    }
    await using without = await withModel(undefined);
    await assert.rejects(
      () => clientOf(without).embeddings.create({ model: 'docent', input: 'a' }),
      (error) => error instanceof APIError && error.status === 503 && error.code === 'no_embedding_model',
    );
  });
});

describe('a client of OpenAI, when something goes wrong', () => {
  it('is told the refusal, in a stream as well', async () => {
    const refusal = { code: 'model_busy', retryAfterSeconds: 7 } as const;
    let said: AnswerEvent[] = [];
    await using stand = await openHttpStand({
      async *answerQuestion() {
        yield* said;
        throw new RefusedError(refusal);
      },
    });
    const client = clientOf(stand);
    const request = { model: 'docent', messages: asked('x') };
    const isBusy = (error: unknown) => {
      assert.ok(error instanceof APIError);
      assert.deepEqual([error.code, error.type], ['model_busy', 'server_error']);
      return true;
    };
    await assert.rejects(() => client.chat.completions.create(request), isBusy);
    // Before the first chunk it has a status of its own.
    await assert.rejects(() => client.chat.completions.create({ ...request, stream: true }), isBusy);
    said = [{ type: 'sources', sources: [source] }];
    const stream = await client.chat.completions.create({ ...request, stream: true });
    await assert.rejects(() => collected(stream), isBusy);
  });

  it('is told when it asks too often', async () => {
    await using stand = await openHttpStand({ settings: { rateLimitPerMinute: 1 } });
    const client = clientOf(stand);
    await client.models.list();
    await assert.rejects(
      () => client.models.list(),
      (error) => error instanceof APIError && error.status === 429 && error.code === 'rate_limited',
    );
  });

  it('gets the passages that may help below a refusal, if it asks for a list', async () => {
    const { n: _, ...related } = { ...source, label: 'Fees [2026]', url: 'https://example.org/a_(b)' };
    const answer = {
      ...answerTo({ text: 'x' } as Question, 'id'),
      text: 'Unsure.',
      sources: [],
      related: [related],
    };
    await using stand = await openHttpStand({ answerQuestion: saying({ type: 'done', answer }) });
    const body = { model: 'docent', messages: asked('x'), citations: 'list' };
    const { choices } = await clientOf(stand).chat.completions.create(body);
    assert.equal(
      choices[0]!.message.content,
      'Unsure.\n\n- [Fees \\[2026\\]](https://example.org/a_%28b%29)',
    );
  });

  it('gets the whole answer behind text that it replaces', async () => {
    const question = { text: 'x', mode: 'learning', conversationId: 'c' } as Question;
    const answer = answerTo(question, 'id');
    const meta = {
      ...answer.meta,
      truncated: true,
      usage: { promptTokens: 5, completionTokens: 2 },
    } as const;
    const answerQuestion = saying(
      { type: 'sources', sources: [source] },
      { type: 'token', delta: 'A ticket costs 90 euros.' },
      { type: 'done', answer: { ...answer, meta } },
    );
    await using stand = await openHttpStand({ answerQuestion });
    const stream = await clientOf(stand).chat.completions.create({
      ...{ model: 'docent', messages: asked('x'), stream: true },
      stream_options: { include_usage: true },
    });
    const chunks = await collected(stream);
    const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
    assert.equal(text, `A ticket costs 90 euros.\n\n---\n\n${answer.text}`);
    const end = chunks.at(-2)!.choices[0]!;
    const [{ url_citation }] = (end.delta as unknown as OpenAI.ChatCompletionMessage).annotations as [
      OpenAI.ChatCompletionMessage.Annotation,
    ];
    assert.equal(text.slice(url_citation.start_index, url_citation.end_index), '[1]');
    assert.equal(end.finish_reason, 'length');
    assert.deepEqual(chunks.at(-1)!.usage, { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 });
  });
});
