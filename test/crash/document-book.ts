import { isDeepStrictEqual } from 'node:util';
import {
  type DocumentOperation,
  type DocumentReply,
  type DocumentState,
  documentStep,
  type KeyedState,
} from './document-model.ts';
import type { Attempt } from './expected-state.ts';
import { createLedger } from './ledger.ts';
import type { TownDocument } from './town-documents.ts';

/** What the loop knows of one document that it has ever sent. */
export interface KnownDocument {
  readonly docId: string;
  /** Whether the id was given with the upload, or derived from the file's name. */
  readonly named: 'by-id' | 'by-filename';
  /** What a reviewed answer rests on: of one sentence, and never deleted. */
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

/** An upload under an idempotency key. */
export interface KeyedPut {
  readonly docId: string;
  readonly document: TownDocument;
  readonly key: string;
}

type Facts = Omit<KnownDocument, 'docId' | 'newest' | 'attempts'>;

/** Every document of one data folder: what was asked for, and what it must be. */
export function createDocumentBook() {
  const unknown: KeyedState = { document: null, kept: {} };
  const ledger = createLedger<KeyedState, DocumentOperation, DocumentReply>(unknown, documentStep);
  const facts = new Map<string, Facts>();
  const contents = new Map<string, TownDocument>();
  const gone: { docId: string; town: string }[] = [];
  const keyed: KeyedPut[] = [];

  function get(docId: string): KnownDocument | undefined {
    const known = facts.get(docId);
    if (!known) return undefined;
    const newest = ledger.possible(docId)[0]?.document ?? null;
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

    /** Notes what is sent under a key, so that it can be sent again. */
    addKeyed(put: KeyedPut): void {
      keyed.push(put);
    },

    lastKeyed: (count: number): readonly KeyedPut[] => keyed.slice(-count),

    /** Notes that it was taken in again: should its ingest have been given up before, that is no excuse any more. */
    taken(docId: string): void {
      facts.set(docId, { ...facts.get(docId)!, isGivenUp: false });
    },

    /** Takes in what a document was seen to be. @returns What is wrong with that. */
    see(docId: string, seen: DocumentState): string | undefined {
      if (seen === null) {
        const last = [get(docId)?.newest, ...ledger.attempts(docId).map(({ operation }) => operation)]
          .filter((one) => one != null)
          .findLast((one) => 'contentHash' in one);
        if (last) gone.push({ docId, town: contents.get(last.contentHash)!.town });
      }
      return ledger.see(docId, JSON.stringify(seen), ({ document }) => isDeepStrictEqual(document, seen));
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
