import type { Bench } from './bench.ts';

/** A part of one document, held row by row against servers that run. */
export interface Chapter {
  /** The document it is from: what the service does, or how that looks on the wire. */
  readonly document: 'service-interface.md' | 'contract.md';
  /** How the heading begins. */
  readonly section: string;
  readonly rows: readonly Row[];
}

export type Row = HeldRow | HeldByRow | LaterRow | SilentRow;

interface HeldRow {
  readonly kind: 'held';
  /** The words of the document; each a part of one of its sentences. */
  readonly says: readonly string[];
  /** @param fields Names that the words list in braces. */
  readonly check: (bench: Bench, fields: readonly string[]) => Promise<void> | void;
}

interface HeldByRow {
  readonly kind: 'held by another';
  readonly says: readonly string[];
  /** How the words of the other rows begin. */
  readonly by: readonly string[];
}

interface LaterRow {
  readonly kind: 'later';
  readonly says: readonly string[];
  /** What it waits for. */
  readonly reason: string;
}

interface SilentRow {
  readonly kind: 'silent';
  readonly says: readonly string[];
}

/** What the document says, and what must happen if it is true. */
export function holds(says: string | readonly string[], check: HeldRow['check']): Row {
  return { kind: 'held', says: [says].flat(), check };
}

/** What rows on other sentences, which say the same, make sure of. */
export function heldBy(by: string | readonly string[], says: string | readonly string[]): Row {
  return { kind: 'held by another', says: [says].flat(), by: [by].flat() };
}

/** What is not built yet, and skipped by name. */
export function later(says: string | readonly string[], reason: string): Row {
  return { kind: 'later', says: [says].flat(), reason };
}

/** Introduces or points elsewhere: nothing that a server could keep or break. */
export function saysNothing(...says: readonly string[]): Row {
  return { kind: 'silent', says };
}

/** The names in the last list in braces, without those of lists within it. */
export function fieldsIn(says: string): string[] {
  const flat = says.replaceAll(/"[^"]*"|\([^)]*\)|(?<=: ?\[?)\{[^{}]*\}/g, '');
  const [, list = ''] = /\{([^{}]*)\}[^{}]*$/.exec(flat) ?? [];
  return list.split(',').flatMap((part) => part.match(/\w+/)?.[0] ?? []);
}
