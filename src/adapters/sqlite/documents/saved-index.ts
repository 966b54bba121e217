import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LiveVersion } from '../../search/embedded-index.ts';
import type { Connection } from '../connection.ts';

/** Documents read before yielding: about 5 ms. */
const PAGE_DOCUMENTS = 4_096;

/**
 * What is known of the search index that was saved in a file. Chunks of a published version never change, but for their
 * terms when these are replaced, and for their embeddings when all are. A saved index is outdated by either in the same
 * commit, so it can never be used then. Other changes publish or remove versions, whose numbers tell.
 */
export function createSavedIndexRecord({ one, all, run, read, write }: Connection) {
  const documents = new Set<string>();
  let embeddings = 0;
  const outdate = () => void run('DELETE FROM saved_index');

  const record = {
    /** Of the file that may be used; undefined when there is none. */
    token: () => read(() => one<{ token: string }>('SELECT token FROM saved_index')?.token),
    /**
     * @param since The number of `replaced` documents and embeddings before the index was saved: it is outdated already
     *   if they are others now.
     * @returns Whether it is recorded.
     */
    record: (token: string, since: { documents: number; embeddings: number }) =>
      write(() => {
        outdate();
        if (documents.size !== since.documents || embeddings !== since.embeddings) return false;
        run('INSERT INTO saved_index (token) VALUES ($1)', token);
        return true;
      }),
    /** The published versions by document. */
    async versions() {
      const versions = new Map<string, LiveVersion>();
      for (let after: number | undefined = 0; after !== undefined; ) {
        const rows: VersionRow[] = await read(() => all<VersionRow>(SELECT_PAGE, after!));
        for (const { doc_id, sequence, version } of rows) versions.set(doc_id, { sequence, version });
        after = rows.at(-1)?.sequence;
        await nextTurn();
      }
      return versions;
    },
    /** Since the store was opened: documents whose terms were replaced, and how often all embeddings were. */
    get replaced(): { readonly documents: ReadonlySet<string>; readonly embeddings: number } {
      return { documents, embeddings };
    },
  };
  return {
    record,
    /** For use in the write that replaces the terms of a document. */
    termsReplaced(docId: string): void {
      documents.add(docId);
      outdate();
    },
    /** For use in the write that replaces all embeddings. */
    embeddingsReplaced(): void {
      embeddings += 1;
      outdate();
    },
  };
}

interface VersionRow extends LiveVersion {
  readonly doc_id: string;
}

const SELECT_PAGE = `
  SELECT doc_id, sequence, live_version AS version FROM documents
  WHERE sequence > $1 AND live_version IS NOT NULL ORDER BY sequence LIMIT ${PAGE_DOCUMENTS}`;
