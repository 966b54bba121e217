import { STUB_DNS } from '../stub-dns.ts';
import { folderWithFullLog } from './log-rotation.ts';
import { type Service, startService } from './service.ts';

/** The servers that all rows share, one for each way to set the service up; and what they know. */
export interface Bench extends AsyncDisposable {
  /** No key, text logs of every level, files of 1 MB; its documents are the castle and the garden. */
  readonly open: Service;
  /** `API_KEY`, JSON logs of every level, one other origin, two hosts to download from, an end of the older addresses. */
  readonly keyed: Service;
  /** `API_KEY` and `REQUIRE_AUTH_FOR_INGEST`; 60 requests a minute, behind a trusted proxy; nothing is held for review. */
  readonly limited: Service;
  /** Sixty requests of one client are soon made: each row that is counted names a client of its own. */
  nextClient(): string;
  /** Words that no other row has used. */
  nextName(): string;
  /** Asks what only two documents together answer; gives the held entry. */
  synthesize(service: Service): Promise<Synthesized>;
}

export interface Synthesized {
  readonly entryId: string;
  readonly question: string;
  readonly answer: string;
  readonly correlationId: string;
  /** The documents that it was composed of. */
  readonly docIds: readonly [string, string];
}

export const API_KEY = 'k3y-of-the-bench:#1';
export const OTHER_ORIGIN = 'https://app.example.org';
/** What one document answers, however much the rows add. */
export const QUESTION = 'What does a family ticket cost?';
/** What nothing in the documents is about. */
export const ELSEWHERE = 'What is the boiling point of tungsten hexafluoride?';
/** More than all rows together make: counted, so that the figures are sent, and never too many. */
const AMPLE = '1000000';

export async function openBench(): Promise<Bench> {
  await using opened = new AsyncDisposableStack();
  const [open, keyed, limited] = await Promise.all([
    startService({
      NODE_OPTIONS: STUB_DNS,
      RATE_LIMIT_PER_MINUTE: AMPLE,
      LOG_LEVEL: 'debug',
      MAX_FILE_SIZE_MB: '1',
    }),
    startService({
      NODE_OPTIONS: STUB_DNS,
      API_KEY,
      RATE_LIMIT_PER_MINUTE: AMPLE,
      LOG_LEVEL: 'debug',
      LOG_FORMAT: 'json',
      CORS_ORIGINS: OTHER_ORIGIN,
      ALLOWED_HOSTS: '["docs.example.org", "10.0.0.7"]',
      LEGACY_SUNSET: '2027-12-31',
      CHAT_MODE: 'strict',
      ANONYMOUS_MEMORY: 'shared',
    }),
    startService(
      {
        API_KEY,
        REQUIRE_AUTH_FOR_INGEST: 'true',
        RATE_LIMIT_PER_MINUTE: '',
        TRUSTED_PROXIES: '127.0.0.0/8',
        REVIEW_POLICY: 'off',
        MEMORY_TTL_SECONDS: '1',
      },
      { folder: folderWithFullLog() },
    ),
  ]);
  for (const service of [open, keyed, limited]) opened.use(service);
  await Promise.all([
    open.ingest({ name: 'castle.md', text: CASTLE }, { tags: 'sights,old' }),
    open.ingest({ name: 'garden.md', text: GARDEN }, { tags: 'sights' }),
  ]);
  const owned = opened.move();
  let clients = 0;
  let names = 0;
  const nextName = () => {
    names += 1;
    return `${NAMES[names % NAMES.length]}${names}`;
  };

  return {
    ...{ open, keyed, limited, nextName },
    nextClient: () => `203.0.113.${++clients}`,
    synthesize: (service) => synthesize(service, nextName()),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Names that no question has by chance. */
const NAMES = [
  'Aldermoor',
  'Birchwick',
  'Cedarholt',
  'Dunmere',
  'Elmsford',
  'Farnleigh',
  'Glenrock',
  'Hazelby',
];

const CASTLE = `# The castle

The castle opens at nine in the morning. A family ticket costs 24 euros. Dogs are not allowed in the castle.`;

const GARDEN = `# The garden

The garden opens at seven in the morning. Dogs are allowed in the garden on a lead.`;

async function synthesize(service: Service, name: string): Promise<Synthesized> {
  const docIds = [`${name}-castle`, `${name}-garden`] as const;
  await Promise.all([
    service.ingest({
      name: `${docIds[0]}.md`,
      text: `# The castle of ${name}\n\nThe castle of ${name} opens at nine in the morning.`,
    }),
    service.ingest({
      name: `${docIds[1]}.md`,
      text: `# The garden of ${name}\n\nThe garden of ${name} opens at seven in the morning.`,
    }),
  ]);
  const question = `When do the castle and the garden of ${name} open?`;
  const reply = await service.ask(question, { mode: 'learning', filter: { doc_ids: docIds } });
  return {
    entryId: reply.word('meta.review_entry_id'),
    answer: reply.word('answer'),
    correlationId: reply.word('meta.correlation_id'),
    ...{ question, docIds },
  };
}
