import { RefusedError } from '../../errors.ts';
import { type ChunkLayout, type ChunkRange, parseChunkId, type StoredChunk } from '../../ports/chunk.ts';
import type { ChunkPage } from '../../ports/document-list.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { OpenOriginal, OriginalStore } from '../../ports/original-store.ts';
import type { StoredOriginal, StoredText, TextRange } from '../../ports/stored-chunks.ts';
import { rangesWithin } from '../../text/ranges.ts';

/** The stored content of documents, for checking citations. All throw `RefusedError`. */
export type DocumentContent = ReturnType<typeof createDocumentContent>;

export interface ContentText extends StoredText {
  /** UTF-16 units up to the end of the last chunk. What frames the pages follows: running heads, menus, the legal notice. */
  readonly contentLength: number;
  /** What the format states of it, as offsets in the document. */
  readonly layout: Layout;
}

export type Layout = Required<ChunkLayout>;

export function createDocumentContent(stores: {
  documentStore: Pick<DocumentStore, 'get' | 'chunks' | 'listChunks' | 'text' | 'original'>;
  originals: Pick<OriginalStore, 'open'>;
}) {
  const { documentStore, originals } = stores;

  async function missing(docId: string, what: 'text' | 'original'): Promise<RefusedError> {
    const record = await documentStore.get(docId);
    if (!record) return new RefusedError({ code: 'document_not_found', docId });
    return new RefusedError({ code: 'content_not_available', docId, what, status: record.status });
  }

  /**
   * A range of the published version's text, clipped to its length.
   *
   * @throws {RefusedError} `document_not_found`, `content_not_available`.
   */
  async function text(docId: string, range: TextRange): Promise<ContentText> {
    const found = await documentStore.text(docId, range);
    if (!found) throw await missing(docId, 'text');
    const contentLength = (await lastChunk(docId, found.version))?.end ?? found.length;
    return { ...found, contentLength, layout: await layoutWithin(docId, found) };
  }

  async function layoutWithin(docId: string, { version, from, to }: StoredText): Promise<Layout> {
    const chunks: StoredChunk[] = [];
    for (let after: number | undefined = -1; after !== undefined; ) {
      const page: ChunkPage | undefined = await documentStore.listChunks(docId, {
        ...{ limit: PAGE_CHUNKS, after, from },
      });
      if (page?.version !== version) return { headings: [], code: [] };
      chunks.push(...page.chunks);
      after = (page.chunks.at(-1)?.start ?? to) < to ? page.nextAfter : undefined;
    }
    const within = (part: keyof Layout) =>
      moved(
        rangesWithin(
          chunks.flatMap((chunk) => layoutOf(chunk)[part]),
          { start: from, end: to },
        ),
        from,
      );
    return { headings: within('headings'), code: within('code') };
  }

  /** Undefined when the version has been replaced since. */
  async function lastChunk(docId: string, version: number): Promise<StoredChunk | undefined> {
    const first = await documentStore.listChunks(docId, { limit: 1 });
    if (first?.version !== version) return undefined;
    const last =
      first.total > 1 ? await documentStore.listChunks(docId, { limit: 1, after: first.total - 2 }) : first;
    return last?.chunks[0];
  }

  return {
    text,

    /**
     * The text of one chunk and its place in the document.
     *
     * @throws {RefusedError} As `text`, and `chunk_not_found` when it is of another document or of a replaced version.
     */
    async textOfChunk(docId: string, chunkId: string) {
      const named = parseChunkId(chunkId);
      const [chunk] = named?.docId === docId ? await documentStore.chunks([chunkId]) : [];
      const found = await text(docId, { from: chunk?.start ?? 0, to: chunk?.end ?? 0 });
      if (!chunk || found.version !== named?.version) {
        throw new RefusedError({ code: 'chunk_not_found', docId, chunkId });
      }
      return found;
    },

    /** The chunks of the published version, in reading order. @throws {RefusedError} As `text`. */
    async chunks(docId: string, page: { limit: number; after?: number }) {
      const found = await documentStore.listChunks(docId, page);
      if (!found) throw await missing(docId, 'text');
      return found;
    },

    /**
     * The bytes of the published version, or of the newest when none is published; dispose of it after use.
     *
     * @throws {RefusedError} As `text`.
     */
    async original(docId: string): Promise<StoredOriginal & OpenOriginal> {
      const stored = await documentStore.original(docId);
      const opened = stored && (await originals.open(stored.contentHash));
      if (!opened) throw await missing(docId, 'original');
      return { ...stored, ...opened };
    },
  };
}

/** What the format states of a chunk, as offsets in the document. */
export function layoutOf({ start: at, layout }: StoredChunk): Layout {
  return { headings: moved(layout?.headings, at), code: moved(layout?.code, at) };
}

function moved(ranges: readonly ChunkRange[] | undefined, by: number): ChunkRange[] {
  return (ranges ?? []).map(({ start, end }) => ({ start: start + by, end: end + by }));
}

/** Chunks read at once. */
const PAGE_CHUNKS = 100;
