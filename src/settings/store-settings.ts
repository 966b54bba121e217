import { z } from 'zod';
import { parseRedisUrl } from '../adapters/key-value/redis-url.ts';
import { parseOpenSearchUrl } from '../adapters/opensearch/opensearch-url.ts';
import { parseS3Url } from '../adapters/s3/s3-url.ts';
import { said } from '../kernel/said.ts';
import { type Setting, whole } from './setting-kinds.ts';

const EMBEDDED = 'embedded';

function store(
  name: string,
  explains: string,
  { takes, isAddress }: { takes: string; isAddress: (text: string) => boolean },
) {
  const schema = z
    .string()
    .transform((value) => (value.toLowerCase() === EMBEDDED ? EMBEDDED : value))
    .refine((value) => value === EMBEDDED || isAddress(value));
  return { name, explains, fallback: EMBEDDED, takes: said`embedded, or ${takes}`, schema };
}

/** Where Docent stores what. */
export const STORE_SETTINGS = {
  recordStore: store(
    'RECORD_STORE',
    'Where documents, jobs, reviews and answers are stored. With PostgreSQL several processes share them; VECTOR_STORE and FILE_STORE must then be shared as well.',
    {
      takes: 'the URL of a PostgreSQL server such as postgres://user:password@localhost:5432/docent',
      isAddress: (text) => /^postgres(?:ql)?:$/.test(URL.parse(text)?.protocol ?? ''),
    },
  ),
  vectorStore: store(
    'VECTOR_STORE',
    'Where the search index is stored. A lost index in OpenSearch can be rebuilt from RECORD_STORE.',
    {
      takes:
        'the nodes of an OpenSearch cluster such as opensearch+https://user:password@search-1,search-2:9200/docent?shards=3&replicas=1',
      isAddress: (text) => parseOpenSearchUrl(text) !== undefined,
    },
  ),
  fileStore: store(
    'FILE_STORE',
    'Where the ingested files are stored. Credentials for S3 come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or from the role of the machine.',
    {
      takes:
        'a bucket of S3 or of a service like it such as s3://bucket/prefix?region=eu-central-1 or s3://bucket?endpoint=https://s3.example.com',
      isAddress: (text) => 'address' in parseS3Url(text),
    },
  ),
  kvStore: store(
    'KV_STORE',
    'Where conversations, replies to an Idempotency-Key and request counts are stored. Processes that use the same Redis share them.',
    {
      takes: 'the URL of a Redis server such as redis://user:password@localhost:6379/0 (rediss:// for TLS)',
      isAddress: (text) => parseRedisUrl(text) !== undefined,
    },
  ),
  kvPrefix: {
    name: 'KV_PREFIX',
    fallback: 'docent:',
    takes: 'up to 64 visible ASCII characters without braces',
    explains: 'Prefix of every key in Redis. Use another one for each Docent that should share nothing.',
    schema: z.string().regex(/^[!-z|~]{0,64}$/),
  },
  storeStartTimeoutMs: whole(
    'STORE_START_TIMEOUT_MS',
    'How long a start waits for shared stores that are not available yet, in milliseconds.',
    { fallback: 60_000, min: 0, max: 3_600_000 },
  ),
} as const satisfies Record<string, Setting>;

type StoreConfig = Readonly<Partial<Record<keyof typeof STORE_SETTINGS, unknown>>>;

const TOGETHER = ['recordStore', 'vectorStore', 'fileStore'] as const;

/** Whether several processes may use the stores at the same time. */
export function isShared({ recordStore }: StoreConfig): boolean {
  return recordStore !== EMBEDDED;
}

/** A mixture would lose what one process stores, or hide it from the others. */
export function storeComplaints(config: StoreConfig): string[] {
  const given = TOGETHER.filter((key) => config[key] !== undefined);
  if (given.length < TOGETHER.length) return [];
  const shared = TOGETHER.filter((key) => config[key] !== EMBEDDED);
  if (shared.length === 0 || shared.length === TOGETHER.length) return [];
  const namesOf = (keys: readonly (keyof typeof STORE_SETTINGS)[]) =>
    keys.map((key) => STORE_SETTINGS[key].name).join(' and ');
  const embedded = TOGETHER.filter((key) => config[key] === EMBEDDED);
  return [
    `RECORD_STORE, VECTOR_STORE and FILE_STORE must be set together: ${namesOf(shared)} set, but ${namesOf(embedded)} embedded`,
  ];
}
