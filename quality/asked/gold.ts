import type { CollectionQuestion } from './collection.ts';

/** A passage of a document, by the document's path. */
export interface KeyedText {
  readonly key: string;
  readonly text: string;
}

/** Minimum share of a quote's word trigrams, or of its words, in a passage that holds it. */
const TRIGRAMS_MIN = 0.45;
const WORDS_MIN = 0.75;
/** Minimum share of a quote's trigrams in a text that shows it. */
const SHOWN_MIN = 0.5;

/**
 * Whether passages hold what answers a question: one of the gold quotes, or each of them where the question needs all.
 * A passage holds a quote of its document that it contains, apart from punctuation and space, or most of.
 */
export function holdsGold(
  { gold, gold_mode: mode }: CollectionQuestion,
  passages: readonly KeyedText[],
): boolean {
  const isHeld = ({ doc, quote }: CollectionQuestion['gold'][number]) =>
    passages.some(({ key, text }) => key === doc && holdsQuote(text, quote));
  return mode === 'all' ? gold.every(isHeld) : gold.some(isHeld);
}

function holdsQuote(text: string, quote: string): boolean {
  if (letters(text).includes(letters(quote))) return true;
  if (shareOfTrigrams(text, quote) >= TRIGRAMS_MIN) return true;
  const held = new Set(wordsOf(text));
  const sought = new Set(wordsOf(quote));
  return [...sought].filter((word) => held.has(word)).length >= WORDS_MIN * sought.size;
}

/** Whether a text holds every fact that an answer needs. Its expressions escape as the flag `u` would forbid. */
export function holdsFacts({ must }: CollectionQuestion, text: string): boolean {
  return must.every((ways) => ways.some((way) => new RegExp(way, 'i').test(text)));
}

/** Whether a text shows what was quoted as gold. It says nothing of where the text is from. */
export function showsGold({ gold, gold_mode: mode }: CollectionQuestion, text: string): boolean {
  const isShown = ({ quote }: CollectionQuestion['gold'][number]) =>
    letters(text).includes(letters(quote)) || shareOfTrigrams(text, quote) >= SHOWN_MIN;
  return mode === 'all' ? gold.every(isShown) : gold.some(isShown);
}

function shareOfTrigrams(text: string, quote: string): number {
  const sought = trigrams(quote);
  if (sought.size === 0) return 0;
  const held = trigrams(text);
  return [...sought].filter((trigram) => held.has(trigram)).length / sought.size;
}

function trigrams(text: string): Set<string> {
  const words = wordsOf(text);
  return new Set(words.slice(2).map((word, i) => `${words[i]} ${words[i + 1]} ${word}`));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function letters(text: string): string {
  return wordsOf(text).join('');
}
