import type { DocumentSource, NewDocumentSource } from '@docent-server/client';
import { type Asking, client, clientFor } from './request.ts';

export type { DocumentSource } from '@docent-server/client';

const PAGE = 100;

/** The newest sources. */
export async function listSources(asking: Asking): Promise<DocumentSource[]> {
  const params = { query: { limit: PAGE } };
  return (await clientFor(asking).get('/api/v1/sources', { params })).sources;
}

export async function addSource(body: NewDocumentSource): Promise<void> {
  await client.post('/api/v1/sources', { body });
}

/** A paused one runs only on request. */
export async function pauseSource(sourceId: string, isPaused: boolean): Promise<void> {
  const params = { path: { source_id: sourceId } };
  await client.patch('/api/v1/sources/{source_id}', { params, body: { paused: isPaused } });
}

/** Has it run now; with `confirm`, lets it delete what is gone from its place. */
export async function runSource(sourceId: string, verb: 'run' | 'confirm'): Promise<void> {
  const params = { path: { source_id: sourceId } };
  if (verb === 'run') await client.post('/api/v1/sources/{source_id}/run', { params });
  else await client.post('/api/v1/sources/{source_id}/confirm', { params });
}
