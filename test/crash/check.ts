import { createApiClient } from '../../scripts/api-client.ts';
import { checkCuration } from './check-curation.ts';
import { checkDocuments } from './check-documents.ts';
import { checkOriginals } from './check-originals.ts';
import type { CurationBook } from './curation-book.ts';
import type { DocumentBook } from './document-book.ts';

export type Client = ReturnType<typeof createApiClient>;

export const SETTLE_TIMEOUT_MS = 120_000;

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
  const wrong = await checkCuration({ client, ...parts });
  if (wrong.length > 0) return wrong;
  const listed = await client.allDocuments();
  const uploaded = listed.filter(({ source }) => source.kind !== 'review');
  return [
    ...(await checkDocuments({ client, ...parts, listed: uploaded })),
    ...checkOriginals({ ...parts, listed }),
  ];
}
