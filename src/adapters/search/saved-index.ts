import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DumpedPostings, IndexedVersion } from './postings.ts';
import type { DumpedVectors } from './quantised-vectors.ts';
import { readSections, type Sections } from './sections-file.ts';

/** Another meaning of a section, or of what is in it, needs another number. */
export const SAVED_FORMAT = 'Docent index 1';
/** Versions copied before yielding: 2 ms. */
const SLICE_VERSIONS = 1_024;

export interface SavedIndex {
  readonly path: string;
  /** Of the state of the store that it belongs to. */
  readonly token: string;
  readonly embeddingModelId: string | undefined;
}

/** A version with the sequence number of its document, 0 when it is not live. */
type SavedVersion = IndexedVersion & { readonly sequence: number };

/** The whole index, read from a file. */
export interface DumpedIndex {
  readonly postings: Omit<DumpedPostings, 'pages'> & { readonly pages: Uint32Array };
  readonly vectors: DumpedVectors | undefined;
  readonly versions: readonly SavedVersion[];
}

/** JSON beside the columns. */
interface State {
  readonly postings: DumpedPostings['state'];
  readonly vectors: Omit<DumpedVectors, 'pages'> | null;
  readonly embeddingModelId: string | null;
  /** With the numbers of their slots and terms. */
  readonly versions: readonly {
    readonly docId: string;
    readonly version: number;
    readonly sequence: number;
    readonly slots: number;
    readonly terms: number;
  }[];
}

/** The sections of a file. Its columns are views of the index. */
export function sectionsOf(index: {
  postings: DumpedPostings;
  vectors: DumpedVectors | undefined;
  versions: readonly SavedVersion[];
  embeddingModelId: string | undefined;
}): Sections {
  const { state: postings, terms, pages, ...columns } = index.postings;
  const { pages: vectorPages, ...vectors } = index.vectors ?? { pages: new Uint8Array(0) };
  const state: State = {
    postings,
    vectors: index.vectors ? (vectors as State['vectors']) : null,
    embeddingModelId: index.embeddingModelId ?? null,
    versions: index.versions.map(({ docId, version, sequence, slots, terms }) => ({
      ...{ docId, version, sequence },
      ...{ slots: slots.length, terms: terms.length },
    })),
  };
  return {
    state: [Buffer.from(JSON.stringify(state))],
    // As they are: a lone surrogate has no UTF-8.
    terms: [Buffer.from(terms.join('\n'), 'utf16le')],
    ...Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, [column]])),
    pages,
    vectors: [vectorPages],
    slots: index.versions.map(({ slots }) => slots),
    versionTerms: index.versions.map((version) => version.terms),
  };
}

/** @throws {Error} When the file cannot be used. */
export async function readSaved(file: SavedIndex): Promise<DumpedIndex> {
  const sections = await readSections(file.path, { format: SAVED_FORMAT, token: file.token });
  const text = (name: string, encoding: BufferEncoding) => Buffer.from(sections[name]!).toString(encoding);
  const numbers = (name: string) => new Uint32Array(sections[name]!);
  const state: State = JSON.parse(text('state', 'utf8'));
  if (state.embeddingModelId !== (file.embeddingModelId ?? null))
    throw new Error(`Its embeddings are of ${state.embeddingModelId}`);
  return {
    postings: {
      state: state.postings,
      // No terms are a text, too.
      terms: text('terms', 'utf16le').split('\n').slice(0, numbers('frequencies').length),
      pages: numbers('pages'),
      table: numbers('table'),
      frequencies: numbers('frequencies'),
      visible: new Uint8Array(sections.visible!),
      lengths: numbers('lengths'),
      ordinals: numbers('ordinals'),
      starts: numbers('starts'),
      distinct: numbers('distinct'),
    },
    vectors: state.vectors ? { ...state.vectors, pages: new Uint8Array(sections.vectors!) } : undefined,
    versions: await versionsOf(state, { slots: numbers('slots'), terms: numbers('versionTerms') }),
  };
}

/** Each with a copy of its own, so that a version that is replaced frees its memory. */
async function versionsOf(
  { versions }: State,
  of: { slots: Uint32Array; terms: Uint32Array },
): Promise<SavedVersion[]> {
  const saved: SavedVersion[] = [];
  let [slot, term] = [0, 0];
  for (const { docId, version, sequence, slots: filledSlots, terms: filledTerms } of versions) {
    const slots = of.slots.slice(slot, slot + filledSlots);
    const terms = of.terms.slice(term, term + filledTerms);
    saved.push({ docId, version, sequence, slots, terms, filledSlots, filledTerms });
    slot += filledSlots;
    term += filledTerms;
    if (saved.length % SLICE_VERSIONS === 0) await nextTurn();
  }
  return saved;
}
