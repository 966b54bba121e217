import { createKeyedMutex } from '../concurrency/mutex.ts';
import { IngestFailure } from '../errors.ts';
import type { IndexableChunk } from '../ports/chunk.ts';
import type { DocumentRecord, IngestStage } from '../ports/document.ts';
import type { Original } from '../ports/document-intake.ts';
import type {
  DocumentPreparer,
  OnPreparing,
  PreparableFile,
  PreparedDocument,
} from '../ports/document-preparer.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { DownloadDocument } from '../ports/download.ts';
import type { EmbeddingModel } from '../ports/embedding-model.ts';
import type { IngestJob } from '../ports/ingest-jobs.ts';
import type { OriginalStore } from '../ports/original-store.ts';
import { ANALYSIS_VERSION } from '../text/analysis-version.ts';
import { filenameOfUrl, folderOf } from './documents/document-id.ts';
import { batchesOf } from './embedding/batches.ts';
import { embedChunks } from './embedding/embed-chunks.ts';
import type { EmbeddingUpkeep } from './embedding/embedding-upkeep.ts';
import type { OriginalUpkeep } from './maintenance/original-upkeep.ts';
import { formatServedAs } from './parsing/formats.ts';
import { downloadOriginal } from './preparing/download-original.ts';
import type { Publication } from './publication.ts';

/** Text written in one call, in UTF-16 units: a few milliseconds' worth. */
const TEXT_PIECE_UNITS = 65_536;

/** Shares of an ingest that are done when a stage begins and ends. */
const PROGRESS = {
  downloading: [0, 0.1],
  parsing: [0.1, 0.5],
  chunking: [0.5, 0.6],
  embedding: [0.6, 0.8],
  indexing: [0.8, 1],
} as const;

/** How an ingest ended; `superseded`: a newer version or a deletion came first, so nothing was changed. */
export type IndexOutcome =
  | { readonly status: 'done'; readonly record: DocumentRecord }
  | { readonly status: 'skipped'; readonly duplicateOf: string }
  | { readonly status: 'superseded' };

/**
 * Takes a document from its job to searchable chunks: fetch → parse → chunk → embed → index. Each step may be repeated
 * after a crash; nothing of the new version is visible before the last one.
 *
 * @throws {IngestFailure} With the reason why the document cannot be fetched or read.
 * @throws The signal's reason when `signal` aborts before the version is published.
 */
export type IndexDocument = (
  job: IngestJob,
  options: {
    signal: AbortSignal;
    /** Receives each stage, and the share of the ingest that is done, 0–1. */
    onProgress: (stage: IngestStage, progress: number) => void;
  },
) => Promise<IndexOutcome>;

interface Parts {
  readonly documentStore: DocumentStore;
  readonly originals: OriginalStore;
  readonly originalUpkeep: OriginalUpkeep;
  readonly download: DownloadDocument;
  readonly preparer: Pick<DocumentPreparer, 'prepare'>;
  readonly embeddingUpkeep: Pick<EmbeddingUpkeep, 'whilePublishing' | 'corpusChanged'>;
  readonly publication: Publication;
  /** Largest download. */
  readonly fileBytesMax: number;
  readonly now: () => number;
}

export function createIndexDocument(parts: Parts): IndexDocument {
  // Identical documents ingested together run one after another, so that the second finds the first published.
  const contents = createKeyedMutex();

  return async (job, { signal, onProgress }) => {
    const step: Step = {
      ...{ job, signal },
      report: (stage, share = 0) => {
        const [begin, end] = PROGRESS[stage];
        onProgress(stage, begin + (end - begin) * share);
      },
    };
    await using downloaded = job.original ? undefined : await fetchOriginal(step, parts);
    const original = downloaded ? downloaded.original : job.original!;
    if (downloaded) {
      if (!(await parts.documentStore.recordOriginal(job, original))) return SUPERSEDED;
      await parts.originalUpkeep.describeLater(job.docId);
    }

    const ingest = async (): Promise<IndexOutcome> => {
      const duplicateOf = await alreadyAnsweredBy(job, { original, documentStore: parts.documentStore });
      if (duplicateOf !== undefined) {
        const outcome = { status: 'skipped', duplicateOf } as const;
        const isOurs = await parts.documentStore.finish(job, { ...outcome, now: parts.now() });
        return isOurs ? outcome : SUPERSEDED;
      }
      const prepared = await prepare(step, { original, ...parts });
      const record = await publish(step, { prepared, ...parts });
      return record ? { status: 'done', record } : SUPERSEDED;
    };
    return contents.run(original.contentHash, ingest, { signal });
  };
}

const SUPERSEDED = { status: 'superseded' } as const;

interface Step {
  readonly job: IngestJob;
  readonly signal: AbortSignal;
  /** @param share Of the stage that is done, 0–1. */
  readonly report: (stage: IngestStage, share?: number) => void;
}

async function fetchOriginal({ job, signal, report }: Step, { download, originals, fileBytesMax }: Parts) {
  if (job.source.kind !== 'url') throw new Error('A document without a URL has lost its original');
  report('downloading');
  return downloadOriginal(job.source.url, { download, originals, fileBytesMax, signal });
}

/**
 * The published document with the same content, which makes this ingest unnecessary. A document that has other content
 * published is replaced anyway, and one with a new title is indexed again. The other one must have all tags of a
 * document that was added by somebody who sees only these: else they would find neither.
 */
async function alreadyAnsweredBy(
  job: IngestJob,
  { original, documentStore }: { original: Original; documentStore: DocumentStore },
): Promise<string | undefined> {
  // An approved answer counts on its own, even when a document says the same.
  if (job.kind === 'approved_answer' || job.isForced) return undefined;
  const record = await documentStore.get(job.docId);
  if (record?.liveVersion == null) {
    const other = await documentStore.liveDocumentWithHash(original.contentHash, job.docId);
    if (other === undefined || !job.isTagBound) return other;
    const tags = (await documentStore.get(other))?.tags;
    return record?.tags.every((tag) => tags?.includes(tag)) ? other : undefined;
  }
  const answering = await documentStore.original(job.docId);
  const isSameContent = answering?.contentHash === original.contentHash;
  return isSameContent && (job.title === null || job.title === record.title) ? job.docId : undefined;
}

async function prepare(
  { job, signal, report }: Step,
  { original, originals, preparer }: { original: Original } & Parts,
): Promise<PreparedDocument> {
  report('parsing');
  const format = formatServedAs(original.mediaType);
  if (!format) {
    const why = `Files of type ${original.mediaType} are no longer supported.`;
    throw new IngestFailure('unsupported_file_type', why);
  }
  await using copy = await originals.localCopy(original.contentHash, signal);
  const file: PreparableFile = {
    path: copy.path,
    format,
    title: job.title,
    filename: job.source.kind === 'url' ? filenameOfUrl(job.source.url) : job.source.filename,
    folder: folderOf(job),
  };
  const onStage: OnPreparing = (stage, share) => report(stage, stage === 'parsing' ? share : 0);
  const prepared = await preparer.prepare(file, { signal, onStage });
  if (prepared.chunks.length === 0)
    throw new IngestFailure('no_text', 'The document contains no text to index.');
  return prepared;
}

/** @returns The published record, or undefined when the job had lost its lease. */
async function publish(
  step: Step,
  { prepared, ...parts }: { prepared: PreparedDocument } & Parts,
): Promise<DocumentRecord | undefined> {
  const { embeddingUpkeep, originalUpkeep, publication, documentStore, now } = parts;
  const { title, language, pages, text } = prepared;
  const { docId } = step.job;
  const onProgress = (share: number) => step.report('embedding', share);
  const embedAndPublish = async (model: EmbeddingModel | undefined) => {
    const { chunks, embedded } = model
      ? await embedChunks(prepared.chunks, {
          ...{ model, docId, title, documentStore, onProgress },
          signal: step.signal,
        })
      : { chunks: prepared.chunks, embedded: 0 };
    // In parallel: a small document needs a single commit.
    const staging = { documentStore, ...step };
    const staged = await Promise.all([stageChunks(chunks, staging), stageText(text, staging)]);
    if (!staged.every((isOurs) => isOurs)) return undefined;
    step.signal.throwIfAborted();
    const published = {
      ...{ title, language, pages, embedded, analysis: ANALYSIS_VERSION, now: now() },
      embeddingModelId: model?.id ?? null,
    };
    return publication.publish(step.job, published, chunks);
  };
  const record = await embeddingUpkeep.whilePublishing(embedAndPublish, { signal: step.signal });
  if (!record) return undefined;
  embeddingUpkeep.corpusChanged();
  // A reindex has given it another version.
  if (step.job.isForced) await originalUpkeep.describeLater(docId);
  await originalUpkeep.discardReleased();
  return record;
}

type Staging = { readonly documentStore: DocumentStore } & Step;

/** @returns Whether the job still holds its lease. */
async function stageChunks(
  chunks: readonly IndexableChunk[],
  { documentStore, job, signal, report }: Staging,
): Promise<boolean> {
  let staged = 0;
  for (const batch of batchesOf(chunks)) {
    signal.throwIfAborted();
    report('indexing', staged / chunks.length);
    if (!(await documentStore.stageChunks(job, batch))) return false;
    staged += batch.length;
  }
  return true;
}

/** @returns Whether the job still holds its lease. */
async function stageText(text: string, { documentStore, job, signal }: Staging): Promise<boolean> {
  for (let start = 0; start < text.length; start += TEXT_PIECE_UNITS) {
    signal.throwIfAborted();
    const piece = { start, text: text.slice(start, start + TEXT_PIECE_UNITS) };
    if (!(await documentStore.stageText(job, piece))) return false;
  }
  return true;
}
