import type { Client } from '@docent-server/client';
import { areMostGone } from '../ingestion/sources/most-gone.ts';
import { ifThere } from './api-client.ts';
import {
  type ArchiveListings,
  contentHashOf,
  type DocumentFile,
  documentFiles,
  looksOf,
} from './document-files.ts';
import { type FileOutcome, ingestFiles } from './ingest-files.ts';
import { patiently } from './patience.ts';

/** Most files of a folder have gone at once; nothing was deleted. */
export class MostFilesGone extends Error {
  override readonly name = 'MostFilesGone';
}

/**
 * Keeps a server's documents in sync with the files of a folder.
 *
 * @param options.ownTag Carried by exactly the documents of this folder: one that carries it but has no file any more
 * is deleted.
 * @param options.cwd Documents are named relative to it.
 */
export function createFolderSync(options: {
  folder: string;
  cwd: string;
  ownTag: string;
  tags: readonly string[];
  allowEmpty: boolean;
  client: Pick<Client, 'uploadBatch' | 'changes' | 'status' | 'post' | 'ingestEnd' | 'delete' | 'each'>;
  onIngested: (outcome: FileOutcome) => void;
  onRemoved: (docId: string) => void;
}) {
  const { folder, cwd, ownTag, allowEmpty, client, onIngested, onRemoved } = options;
  const tags = [ownTag, ...options.tags];
  /** What the server has of this folder: by id, the file's stat when it was sent. */
  let synced: Map<string, string> | undefined;
  /** By id, of documents that the server had before this folder was followed. */
  const earlierTags = new Map<string, readonly string[]>();
  const listings: ArchiveListings = new Map();

  /** Files whose content the server has count as sent. */
  async function resume(files: readonly DocumentFile[]): Promise<Map<string, string>> {
    const documents = await Array.fromAsync(client.each('/api/v1/ingest/docs', { tag: ownTag }));
    const hashes = new Map(documents.map(({ doc_id, content_hash }) => [doc_id, content_hash]));
    const known = new Map(documents.map(({ doc_id }) => [doc_id, CHANGED]));
    for (const file of files) {
      const hash = hashes.get(file.docId);
      if (hash && hash === (await contentHashOf(file))) known.set(file.docId, looksOf(file));
    }
    if (options.tags.length === 0 && files.some(({ docId }) => !known.has(docId)))
      for await (const { doc_id, tags } of client.each('/api/v1/ingest/docs', { limit: 200 }))
        earlierTags.set(doc_id, tags);
    return known;
  }

  /** Those of a document of this folder stay as they are, which may have been changed on the server. */
  function tagsOf(docId: string): readonly string[] {
    if (options.tags.length > 0) return tags;
    return synced?.has(docId) ? [] : [...tags, ...(earlierTags.get(docId) ?? [])];
  }

  return {
    /**
     * Uploads files added or changed since the last call, and deletes documents whose file has gone. The first call
     * compares with the server: content that is there already is not sent again.
     *
     * @throws {MostFilesGone} When more than half of the documents, and at least ten, have lost their file since the last
     * call, unless `allowEmpty` is set.
     * @throws {Error} When the folder cannot be read, in which case nothing was deleted, or the server cannot be reached;
     * the next call does the rest. The signal's reason when `signal` aborts.
     */
    async step(signal: AbortSignal): Promise<void> {
      const files = (await documentFiles([folder], cwd, listings)).filter(
        ({ reason }) => reason === undefined,
      );
      synced ??= await resume(files);
      const known = synced;
      const changed = files.filter((file) => known.get(file.docId) !== looksOf(file));
      const add = (outcome: FileOutcome) => {
        known.set(outcome.file.docId, looksOf(outcome.file));
        onIngested(outcome);
      };
      const groups = Map.groupBy(changed, ({ docId }) => JSON.stringify(tagsOf(docId)));
      for (const [given, group] of groups)
        await ingestFiles(group, add, { client, tags: JSON.parse(given), signal });
      // What is in a damaged or unfinished archive, or a folder that cannot be read, has not gone.
      if (files.some(({ holdsUnknown }) => holdsUnknown)) return;
      const present = new Set(files.map(({ docId }) => docId));
      const gone = [...known.keys()].filter((docId) => !present.has(docId));
      if (!allowEmpty && areMostGone(gone.length, known.size))
        throw new MostFilesGone(
          `${gone.length} of ${known.size} documents have lost their file at once, and none was deleted. If the folder ` +
            'is complete, call this again with --allow-empty, which deletes them.',
        );
      for (const docId of gone) {
        const params = { path: { doc_id: docId } };
        const remove = () => ifThere(client.delete('/api/v1/ingest/{doc_id}', { params }));
        const removed = await patiently(remove, { signal });
        known.delete(docId);
        if (removed) onRemoved(docId);
      }
    },
  };
}

/** Marks a document whose file must be sent again in any case. */
const CHANGED = '';
