import { isDeepStrictEqual } from 'node:util';
import {
  type DocumentOperation,
  type DocumentReply,
  type DocumentState,
  documentStep,
} from './document-model.ts';
import type { Attempt } from './expected-state.ts';
import { createLedger } from './ledger.ts';
import type { TownDocument } from './town-documents.ts';

/** What the loop knows of one document that it has ever sent. */
export interface KnownDocument {
  readonly docId: string;
  /** Whether the id was given with the upload, or derived from the file's name. */
  readonly named: 'by-id' | 'by-filename';
  /** Never replaced or deleted: what reviewed answers rest on. */
  readonly isPinned: boolean;
  /** The newest version when it was last looked at. */
  readonly newest: DocumentState;
  /** Everything asked for since. */
  readonly attempts: readonly Attempt<DocumentOperation, DocumentReply>[];
  /** Content that it was last seen to answer from. */
  readonly answering: string | null;
  /** Given up after the process had died too often under it: allowed, and to be sent again. */
  readonly isGivenUp: boolean;
}

type Facts = Omit<KnownDocument, 'docId' | 'newest' | 'attempts'>;

/** Every document of one data folder: what was asked for, and what it must be. */
export function createDocumentBook() {
  const ledger = createLedger<DocumentState, DocumentOperation, DocumentReply>(null, documentStep);
  const facts = new Map<string, Facts>();
  const contents = new Map<string, TownDocument>();
  const gone: { docId: string; town: string }[] = [];

  function get(docId: string): KnownDocument | undefined {
    const known = facts.get(docId);
    if (!known) return undefined;
    const newest = ledger.possible(docId)[0] ?? null;
    return { docId, ...known, newest, attempts: ledger.attempts(docId) };
  }

  return {
    get,
    all: () => [...facts.keys()].map((docId) => get(docId)!),
    content: (contentHash: string) => contents.get(contentHash)!,
    begin: ledger.begin,

    /** Opens the entry of a document that was never sent before. */
    add(docId: string, known: Pick<Facts, 'named' | 'isPinned'>): void {
      facts.set(docId, { ...known, answering: null, isGivenUp: false });
    },

    addContent(document: TownDocument): void {
      contents.set(document.contentHash, document);
    },

    /** Takes in what a document was seen to be. @returns What is wrong with that. */
    see(docId: string, seen: DocumentState): string | undefined {
      if (seen === null) {
        const last = [ledger.possible(docId)[0], ...ledger.attempts(docId).map(({ operation }) => operation)]
          .filter((one) => one != null)
          .findLast((one) => 'contentHash' in one);
        if (last) gone.push({ docId, town: contents.get(last.contentHash)!.town });
      }
      return ledger.see(docId, JSON.stringify(seen), (state) => isDeepStrictEqual(state, seen));
    },

    /** Notes how its last ingest ended. */
    settle(docId: string, outcome: Pick<KnownDocument, 'answering' | 'isGivenUp'>): void {
      facts.set(docId, { ...facts.get(docId)!, ...outcome });
    },

    /** The last documents that were seen to be there no more, or whose upload never arrived. */
    lastGone: (count: number) => gone.slice(-count),
  };
}

export type DocumentBook = ReturnType<typeof createDocumentBook>;
