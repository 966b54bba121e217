import type { EmbeddedIndex } from '../adapters/search/embedded-index.ts';
import type { openSqliteDocumentStore } from '../adapters/sqlite/documents/document-store.ts';
import { asError } from '../errors.ts';
import type { Logger } from '../ports/logger.ts';
import type { LiveDocumentChunks } from '../ports/stored-chunks.ts';

/** The index is saved again when more of its documents than this were changed since. */
const OUTDATED_SHARE = 0.05;
/** So often a running server looks whether it is: the start after a kill is fast, too. */
const SAVE_EVERY_MS = 600_000;

/**
 * Loads the search index from a file, several times faster than from the rows of the store, and saves it there. The file
 * is a cache: without it, or when it is damaged or does not belong to this state of the store, the rows are read.
 */
export function createSavedIndex(parts: {
  path: string;
  documentStore: ReturnType<typeof openSqliteDocumentStore>;
  searchIndex: EmbeddedIndex;
  newToken: () => string;
  logger: Logger;
  saveEveryMs?: number;
}) {
  const { path, documentStore, searchIndex, newToken, logger, saveEveryMs = SAVE_EVERY_MS } = parts;
  const { savedIndex } = documentStore;
  /** Documents of the loaded index that are not in the file. */
  let unsaved = 0;
  let saved = { documents: 0, embeddings: 0 };
  let isLoaded = false;
  let saving = Promise.resolve();
  const timer = setInterval(saveNext, saveEveryMs).unref();

  async function load(): Promise<void> {
    const embeddingModelId = (await documentStore.embeddingModel())?.id;
    const token = await savedIndex.token();
    const read = counted(() => (unsaved += 1));
    if (token === undefined) return searchIndex.load(read(documentStore.liveChunks()), embeddingModelId);
    const live = await savedIndex.versions();
    async function* missing(saved: ReadonlySet<string>) {
      if (saved.size === 0) yield* documentStore.liveChunks();
      else for (const docId of live.keys()) if (!saved.has(docId)) yield* documentStore.liveChunks(docId);
    }
    const file = { path, token, embeddingModelId };
    const unused = await searchIndex.loadSaved(file, live, (saved) => read(missing(saved)));
    if (unused) logger.warn('The saved search index is not used; it is made again', { error: unused });
  }

  /** @throws What the file system or the store throws. */
  async function saveChanged(): Promise<void> {
    const { documents } = await searchIndex.statistics();
    const { changes } = searchIndex;
    const changed = unsaved + changes.documents - saved.documents;
    if (changed <= OUTDATED_SHARE * documents && changes.embeddings === saved.embeddings) return;
    const live = await savedIndex.versions();
    const { replaced } = savedIndex;
    // They were replaced in the store, but not in the index.
    if (documents === 0 || searchIndex.changes.embeddings !== replaced.embeddings) return;
    // The index may have their new terms or not.
    for (const docId of replaced.documents) live.delete(docId);
    const since = { documents: replaced.documents.size, embeddings: replaced.embeddings };
    const embeddingModelId = (await documentStore.embeddingModel())?.id;
    const token = newToken();
    if (!(await searchIndex.save({ path, token, embeddingModelId }, live))) return;
    if (!(await savedIndex.record(token, since))) return;
    unsaved = 0;
    saved = changes;
  }

  async function save(): Promise<void> {
    try {
      if (isLoaded) await saveChanged();
    } catch (error) {
      logger.warn('The search index could not be saved; the next start takes longer', {
        error: asError(error),
      });
    }
  }

  function saveNext(): Promise<void> {
    saving = saving.then(save);
    return saving;
  }

  return {
    async load(): Promise<void> {
      await searchIndex.whileLoading(load);
      isLoaded = true;
    },
    /** Saves it, if much of it has changed. What fails is logged: the next start reads the rows. */
    save: saveNext,
    /** Saves it for the last time: nothing may change it any more. */
    async [Symbol.asyncDispose](): Promise<void> {
      clearInterval(timer);
      await saveNext();
    },
  };
}

function counted(count: () => void) {
  return async function* (documents: AsyncIterable<LiveDocumentChunks>) {
    for await (const document of documents) {
      count();
      yield document;
    }
  };
}
