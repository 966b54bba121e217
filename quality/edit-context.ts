/** A paragraph of a test set in one language, with the answers it contains. */
export interface Paragraph {
  readonly id: string;
  /** Shared by the paragraphs of one article in all languages. */
  readonly article: string;
  readonly language: string;
  readonly text: string;
  /** UTF-16 offsets into `text`. */
  readonly sentences: readonly { readonly start: number; readonly end: number }[];
  /** Names of persons, places and things in it, with their offsets. */
  readonly names: readonly { readonly text: string; readonly start: number }[];
}

/** @returns 0 ≤ x < 1. */
export type Random = () => number;

/** A sentence to edit, and its place. */
export interface Context {
  readonly paragraph: Paragraph;
  readonly text: string;
  /** Offset in the paragraph. */
  readonly start: number;
  /** The next sentence; undefined when it is very short, or the rest of a long one that was cut in two. */
  readonly following: string | undefined;
  readonly foreignNames: readonly string[];
  readonly random: Random;
}

export interface Found {
  readonly text: string;
  readonly at: number;
}

export function replaced(text: string, { text: old, at }: Found, by: string): string {
  return text.slice(0, at) + by + text.slice(at + old.length);
}

export function pick<T>(items: readonly T[], random: Random): T | undefined {
  return items[Math.floor(random() * items.length)];
}

export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
