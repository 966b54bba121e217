import type { Step } from './expected-state.ts';

/** A document as the newest request that took effect has left it; null when there is none. */
export type DocumentState = { readonly version: number; readonly contentHash: string } | null;

export type DocumentOperation =
  /** `key`: the idempotency key that it was sent under. */
  | { readonly kind: 'put'; readonly contentHash: string; readonly key?: string }
  | { readonly kind: 'delete' }
  | { readonly kind: 'retry' };

/** The status code, and the version that an accepted one was given. */
export type DocumentReply = { readonly status: number; readonly version?: number };

/** A document, and the versions that were told for the keys whose replies are kept. */
export interface KeyedState {
  readonly document: DocumentState;
  readonly kept: Readonly<Record<string, number>>;
}

/**
 * What the service promises of documents: a new version replaces, a deletion leaves nothing, not even the count, and
 * what was answered under a key is only answered again.
 */
export const documentStep: Step<KeyedState, DocumentOperation, DocumentReply> = (state, operation) => {
  const { document, kept } = state;
  if (operation.kind === 'delete')
    return [{ state: { document: null, kept }, reply: { status: document ? 200 : 404 } }];
  if (operation.kind === 'retry') {
    // Whether its ingest had failed is not in the state.
    const replies = document ? [{ status: 202 }, { status: 409 }] : [{ status: 404 }];
    return replies.map((reply) => ({ state, reply }));
  }
  const { contentHash, key } = operation;
  const version = (document?.version ?? 0) + 1;
  const made = { version, contentHash };
  if (key === undefined) return [{ state: { document: made, kept }, reply: { status: 202, version } }];
  const underway = { state, reply: { status: 409 } };
  if (kept[key] !== undefined) return [{ state, reply: { status: 202, version: kept[key] } }, underway];
  return [
    { state: { document: made, kept: { ...kept, [key]: version } }, reply: { status: 202, version } },
    { state: { document: made, kept }, reply: NEVER_TOLD },
    underway,
  ];
};

/** The process died between the change and the keeping of its reply. */
const NEVER_TOLD: DocumentReply = { status: 0 };
