import { createApiClient, postJson } from '../../scripts/api-client.ts';
import { sampleFiles } from '../../scripts/make-samples.ts';
import { writes } from '../model-servers/behaviour.ts';
import { startOpenAiServer } from '../model-servers/openai.ts';
import { type OpenServer, openServer } from '../open-server.ts';

const INGEST_TIMEOUT_MS = 120_000;

/** What its language model writes, by the question. Some of it is not so: there is something to judge. */
const WRITTEN: Readonly<Record<string, string>> = {
  'Which bags must be left in the cloakroom?':
    'Bags larger than 40 by 30 centimetres must be left in the cloakroom [1]. It has 200 lockers, which take a two euro coin [2].',
  'Is the museum accessible by wheelchair?':
    'All galleries can be reached by lift, and four wheelchairs can be borrowed at the information desk without charge [1]. Six parking spaces for visitors with a disability badge are reserved in Quay Street [2].',
  'How is damage to a work reported?':
    'Damage is reported to the registrar by telephone within one hour and in writing within two days [1]. The borrower chooses a conservator of his own, who begins at once.',
  'Until when do the galleries stay open on Thursdays?':
    'On Thursdays the galleries stay open until 21:00 [1]. As last admission is 45 minutes before closing, nobody is let in after 20:15.',
  'Can tickets be returned?':
    'Tickets can be returned for a full refund until 24 hours before the visit, and moved to another day once after that [1].',
  'When are the guided tours?':
    'A docent leads a free tour of the permanent collection every day at 11:30 and 15:00 [1].',
  'What does a family ticket cost?':
    'A family ticket for two adults and up to three children costs 32 euros [1].',
  'May I photograph with a tripod?':
    'Photography without flash is welcome in the permanent collection, but tripods are not allowed anywhere in the building [1].',
  'For how long are works on paper lent?':
    'Works on paper are lent for three months and must then rest in the dark for two years [1]. Whoever asks early may have an extension of a month.',
};

/** The invented museum of the samples, with a language model of its own. */
export interface Museum extends AsyncDisposable {
  readonly server: OpenServer;
  readonly client: MuseumClient;
}

type MuseumClient = ReturnType<typeof museumClient>;

export async function openMuseum(
  options: {
    /** Besides those of `WRITTEN`. */
    readonly written?: Readonly<Record<string, string>>;
    readonly documents?: Readonly<Record<string, string>>;
    readonly settings?: Record<string, string>;
  } = {},
): Promise<Museum> {
  const { documents = {}, written, settings } = options;
  const provider = await startMuseumModel(written);
  const server = await openServer({ settings: { ...provider.settings, ...settings } });
  const client = museumClient(server.url);
  for (const { name, bytes } of sampleFiles()) await client.upload(name, Buffer.from(bytes));
  for (const [name, text] of Object.entries(documents))
    await client.upload(name, Buffer.from(text), { doc_id: name.replace(/\..*/, '') });
  await client.settled(INGEST_TIMEOUT_MS);
  return {
    server,
    client,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

/** The museum's language model, and the settings of a server that asks it. */
export async function startMuseumModel(more: Readonly<Record<string, string>> = {}) {
  const provider = await startOpenAiServer();
  const written = Object.entries({ ...WRITTEN, ...more });
  provider.answer(({ body }) => {
    const asked = String(body.messages?.at(-1)?.content ?? '');
    // The passages before the question may have others for their titles.
    const last = ([question]: [string, string]) => asked.lastIndexOf(question);
    const [match] = written.filter((entry) => last(entry) >= 0).sort((a, b) => last(b) - last(a));
    return writes(match?.[1] ?? 'NO_ANSWER', {
      usage: { promptTokens: Math.ceil(asked.length / 4), completionTokens: 60 },
    });
  });
  return {
    settings: {
      LLM_PROVIDER: 'openai-compatible',
      LLM_MODEL: 'house-model',
      LLM_BASE_URL: provider.baseUrl,
    },
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  };
}

export function museumClient(url: string) {
  const client = createApiClient(url);
  let conversations = 0;
  const json = async <T>(path: string, body?: object, headers: Record<string, string> = {}): Promise<T> => {
    const reply = await client.call(path, body ? postJson(body, headers) : { headers });
    return (await reply.json()) as T;
  };
  return {
    ...client,
    json,
    /** Each question in a conversation of its own: none is a follow-up. */
    ask: (question: string) => client.ask(question, { conversation_id: `c${conversations++}` }),
    rate: (correlation_id: string, rating: 'up' | 'down', reason?: string) =>
      json('/api/v1/feedback', { correlation_id, rating, ...(reason && { reason }) }),
    decide: (entryId: string, verb: 'approve' | 'reject', body: object = {}, by = '') =>
      json<{ status: string | number }>(
        `/api/v1/review/${entryId}/${verb}`,
        body,
        by === '' ? {} : { 'x-user-id': by },
      ),
    pending: async () =>
      (
        await json<{ pending: { entry_id: string; question: string; stale: boolean }[] }>(
          '/api/v1/review/pending',
        )
      ).pending,
  };
}
