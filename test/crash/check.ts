import { createApiClient } from '../../scripts/api-client.ts';
import type { DocumentStatus } from '../../src/http/schemas/ingest.ts';
import { checkCuration } from './check-curation.ts';
import { checkDocuments } from './check-documents.ts';
import { checkOriginals } from './check-originals.ts';
import type { CurationBook } from './curation-book.ts';
import type { DocumentBook } from './document-book.ts';

export type Client = ReturnType<typeof createApiClient>;

const SETTLE_TIMEOUT_MS = 120_000;
const POLL_MS = 20;

/** What a check needs to know, and what it remembers for the next one. */
export interface CheckParts {
  readonly book: DocumentBook;
  readonly curation: CurationBook;
  readonly dataFolder: string;
  /** Chunks by content hash, as they were first seen. */
  readonly chunkCounts: Map<string, number>;
  /** Files of originals that no document named at the last check. */
  readonly leftovers: Set<string>;
}

/**
 * Waits until no ingest and no decision is open any more, and holds everything that the service shows against what the
 * replies before allow.
 *
 * @param parts.kills How often the process was killed since all ingests had last come to their end.
 * @returns What is wrong, in words; nothing when all is well.
 */
export async function check(parts: CheckParts & { url: string; kills: number }): Promise<string[]> {
  const client = createApiClient(parts.url);
  const wrong = await checkCuration({ client, waitUntilSettled, ...parts });
  if (wrong.length > 0) return wrong;
  const listed = await client.allDocuments();
  const uploaded = listed.filter(({ source }) => source.kind !== 'review');
  return [
    ...(await checkDocuments({ client, ...parts, listed: uploaded })),
    ...checkOriginals({ ...parts, listed }),
  ];
}

async function waitUntilSettled(client: Client): Promise<DocumentStatus[]> {
  const deadline = performance.now() + SETTLE_TIMEOUT_MS;
  for (;;) {
    const open = [
      ...(await client.documents('?status=queued')).docs,
      ...(await client.documents('?status=processing')).docs,
    ];
    if (open.length === 0) return await client.allDocuments();
    if (performance.now() > deadline)
      throw new Error(`Stuck for ${SETTLE_TIMEOUT_MS} ms: ${JSON.stringify(open)}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
