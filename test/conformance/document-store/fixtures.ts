import assert from 'node:assert/strict';
import type { IndexableChunk } from '../../../src/ports/chunk.ts';
import type { DocumentRecord } from '../../../src/ports/document.ts';
import type { Intake } from '../../../src/ports/document-intake.ts';
import type { DocumentStore } from '../../../src/ports/document-store.ts';
import type { StoredEmbeddingModel } from '../../../src/ports/embedding-sets.ts';
import type { IngestJob, Published } from '../../../src/ports/ingest-jobs.ts';
import type { ChunkEmbedding } from '../../../src/ports/search-index.ts';
import type { LiveDocumentChunks } from '../../../src/ports/stored-chunks.ts';
import type { Check } from '../store-checks.ts';

export type CheckDocuments = Check<DocumentStore>;

export const NOW = 1_700_000_000_000;
export const LEASE_MS = 30_000;

export function intake(docId: string, changes: Partial<Intake> = {}): Intake {
  return {
    docId,
    whenTaken: 'replace',
    kind: 'document',
    title: null,
    tags: [],
    source: { kind: 'upload', filename: `${docId}.md` },
    original: originalOf(docId),
    correlationId: 'correlation-1',
    now: NOW,
    ...changes,
  };
}

export function originalOf(content: string) {
  return {
    contentHash: Buffer.from(content).toString('hex').padStart(64, '0').slice(-64),
    bytes: content.length,
    mediaType: 'text/markdown',
  };
}

export function fromUrl(docId: string, url: string): Intake {
  return intake(docId, { source: { kind: 'url', url }, original: null });
}

export function chunksOf(texts: readonly string[], embedding?: Float32Array): IndexableChunk[] {
  return texts.map((text, ordinal) => ({
    ordinal,
    text,
    start: ordinal * 100,
    end: ordinal * 100 + text.length,
    page: ordinal + 1,
    section: ordinal === 0 ? null : 'Part › Section',
    ...(ordinal > 0 && { layout: { code: [{ start: 0, end: text.length }] } }),
    terms: text.toLowerCase().split(' '),
    counts: text.split(' ').map((_, place) => place + 1),
    ...(embedding && { embedding }),
  }));
}

export function published(changes: Partial<Published> = {}): Published {
  return {
    title: 'Title',
    language: 'en',
    pages: 2,
    embeddingModelId: null,
    embedded: 0,
    analysis: 1,
    now: NOW + 1,
    ...changes,
  };
}

/** Takes the next job, which must exist. */
export async function claim(store: DocumentStore, now = NOW): Promise<IngestJob> {
  const job = await store.claimJob({ now, leaseMs: LEASE_MS });
  assert.ok(job, 'a job was expected to be due');
  return job;
}

/** Takes a version of a document to `done`, by the job that is due first. */
export async function ingest(
  store: DocumentStore,
  accepted: Intake,
  texts: readonly string[],
  changes: Partial<Published> & { embedding?: Float32Array } = {},
): Promise<DocumentRecord> {
  const { docId } = await store.accept(accepted);
  const job = await claim(store);
  assert.equal(job.docId, docId);
  const { embedding, ...rest } = changes;
  assert.equal(await store.stageChunks(job, chunksOf(texts, embedding)), true);
  const record = await store.publish(job, published(rest));
  assert.ok(record);
  return record;
}

/** Makes a model the current one, with these embeddings of its own. */
export async function useModel(
  store: DocumentStore,
  model: StoredEmbeddingModel,
  embeddings: readonly ChunkEmbedding[] = [],
): Promise<void> {
  await store.beginEmbeddings(model);
  await store.addEmbeddings(embeddings);
  await store.switchEmbeddings();
}

export async function allLive(store: DocumentStore): Promise<LiveDocumentChunks[]> {
  const documents: LiveDocumentChunks[] = [];
  for await (const document of store.liveChunks()) documents.push(document);
  return documents;
}

/** What was released since it was last asked for: `document: content`. */
export async function released(store: DocumentStore): Promise<string[]> {
  return namesOf(await store.takeReleased());
}

/** `document: content`, for content of `originalOf`. */
export function namesOf(
  originals: readonly { readonly docId: string | null; readonly contentHash: string }[],
): string[] {
  const contentOf = (hash: string) => Buffer.from(hash, 'hex').toString().replaceAll('\0', '');
  return originals.map(({ docId, contentHash }) => `${docId ?? 'nobody'}: ${contentOf(contentHash)}`).sort();
}

export function idsOf(documents: readonly { readonly docId: string }[]): string[] {
  return documents.map(({ docId }) => docId);
}
