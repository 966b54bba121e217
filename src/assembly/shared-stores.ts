import { join } from 'node:path';
import { parseOpenSearchUrl } from '../adapters/opensearch/opensearch-url.ts';
import type { S3Credentials } from '../adapters/s3/bucket.ts';
import { parseS3Url, type S3Url } from '../adapters/s3/s3-url.ts';
import { inEnglish } from '../kernel/said.ts';
import type { Leadership } from '../ports/leadership.ts';
import type { Config } from '../settings/config.ts';
import type { Surroundings } from './stores.ts';

/** Connections of each part to PostgreSQL; a process has some 30 in all. */
const CONNECTIONS = { documents: 16, reviews: 4, answers: 4, sources: 2 };

/** Uploads that are being received, and copies of originals for parsers. */
const WORK_FOLDER = 'work';

/**
 * Opens the stores that several processes share: PostgreSQL, OpenSearch and S3. The libraries are loaded only here.
 *
 * @param parts.mayLead Whether this process may do what one of all does.
 * @throws {Error} With a message for the operator, or `store_unavailable`.
 */
export async function openSharedStores(
  config: Config,
  parts: Pick<Surroundings, 'opened' | 'logger' | 'elapsed'> & {
    mayLead: boolean;
    /** Whether the stores are opened to be filled: then they may be half full. */
    isMigration?: boolean;
  },
) {
  const { opened, logger, elapsed, mayLead, isMigration = false } = parts;
  const [postgres, documents, others, opensearch, s3] = await Promise.all([
    import('../adapters/postgres/connection.ts'),
    import('../adapters/postgres/documents/document-store.ts'),
    import('../adapters/postgres/stores.ts'),
    import('../adapters/opensearch/opensearch-index.ts'),
    import('../adapters/s3/s3-store.ts'),
  ]);
  const connect = (dependency: string, connectionsMax: number) =>
    opened.use(postgres.openPostgres(config.recordStore, { dependency, logger, connectionsMax }));
  const records = connect('document_store', CONNECTIONS.documents);
  const { openStoreClock } = await import('../adapters/postgres/store-clock.ts');
  const clock = opened.use(await openStoreClock(records, { elapsed }));
  const documentStore = opened.use(await documents.openPostgresDocumentStore(records));
  const curationStore = opened.use(
    await others.openPostgresCurationStore(connect('curation_store', CONNECTIONS.reviews)),
  );
  const answerStore = opened.use(
    await others.openPostgresAnswerStore(connect('answer_store', CONNECTIONS.answers)),
  );
  const sourceStore = opened.use(
    await others.openPostgresSourceStore(connect('source_store', CONNECTIONS.sources)),
  );
  const { isCopyUnfinished } = await import('../adapters/postgres/migrations.ts');
  if (!isMigration && (await isCopyUnfinished(records)))
    throw new Error(
      'Cannot start as data is still being migrated to RECORD_STORE: run docent migrate to its end',
    );
  const isExpected = (await documentStore.totals()).chunks > 0;
  const address = parseOpenSearchUrl(config.vectorStore)!;
  const searchIndex = opened.use(
    await opensearch.openOpenSearchIndex(address, { logger, now: elapsed, isExpected }),
  );
  const { address: bucket, credentials } = originalsIn(config);
  const folder = join(config.dataDir, WORK_FOLDER);
  const files = opened.use(await s3.openS3Originals(bucket, { folder, logger, now: clock.now, credentials }));
  const { openPostgresLeadership } = await import('../adapters/postgres/leadership.ts');
  const leadership: Leadership = mayLead ? openPostgresLeadership(records, { logger }) : NEVER_LEADING;
  return {
    ...{ records, documentStore, curationStore, answerStore, sourceStore, searchIndex, leadership },
    ...{ now: clock.now, loaded: Promise.resolve() },
    ...{ originals: files.originals, manifests: files.manifests, originalsFolder: folder },
    pingOriginals: files.ping,
  };
}

/** The bucket of `FILE_STORE`, and how to sign in. @throws {Error} With a message for the operator. */
export function originalsIn(config: Config): { address: S3Url; credentials: S3Credentials | undefined } {
  const bucket = parseS3Url(config.fileStore);
  if ('fault' in bucket) throw new Error(`Cannot start as FILE_STORE ${inEnglish(bucket.fault)}`);
  return { address: inRegion(bucket.address, config), credentials: credentialsOf(config) };
}

/** In the region of the settings, unless the address names one. */
export function inRegion(address: S3Url, { awsRegion: region }: Config): S3Url {
  return region === '' ? address : { region, ...address };
}

/** Those of the settings; undefined to take what AWS's own files or the role of the machine give. */
export function credentialsOf(config: Config): S3Credentials | undefined {
  const { awsAccessKeyId: accessKeyId, awsSecretAccessKey: secretAccessKey, awsSessionToken } = config;
  if (accessKeyId === '' || secretAccessKey === '') return undefined;
  return { accessKeyId, secretAccessKey, ...(awsSessionToken !== '' && { sessionToken: awsSessionToken }) };
}

const NEVER_LEADING: Leadership = {
  async whileLeading() {},
  async [Symbol.asyncDispose]() {},
};
