import type { Step } from './expected-state.ts';

/** A document as the newest request that took effect has left it; null when there is none. */
export type DocumentState = { readonly version: number; readonly contentHash: string } | null;

export type DocumentOperation =
  | { readonly kind: 'put'; readonly contentHash: string }
  | { readonly kind: 'delete' };

/** The status code, and the version that an accepted one was given. */
export type DocumentReply = { readonly status: number; readonly version?: number };

/** What the service promises of documents: a new version replaces, a deletion leaves nothing, not even the count. */
export const documentStep: Step<DocumentState, DocumentOperation, DocumentReply> = (state, operation) => {
  if (operation.kind === 'delete') return { state: null, reply: { status: state ? 200 : 404 } };
  const version = (state?.version ?? 0) + 1;
  return { state: { version, contentHash: operation.contentHash }, reply: { status: 202, version } };
};
