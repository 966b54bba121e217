import { contentTerms } from '../content-terms.ts';
import type { SourceDocument } from '../evaluation-set.ts';
import type { KeyedText } from './gold.ts';

const WINDOW_WORDS = 180;
const STEP_WORDS = 90;
const [K1, B] = [1.2, 0.75];

interface Window extends KeyedText {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/**
 * Plain BM25 over overlapping windows of 180 words of the documents' text, stemmed and without stop words: what anyone
 * has without Docent.
 *
 * @returns The best `limit` windows for a question.
 */
export function createWindowSearch(documents: readonly SourceDocument[]) {
  const windows = documents.flatMap(windowsOf);
  const frequency = new Map<string, number>();
  let total = 0;
  for (const { counts, length } of windows) {
    total += length;
    for (const term of counts.keys()) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  const average = total / Math.max(1, windows.length);
  return (question: string, limit: number): KeyedText[] => {
    const terms = contentTerms(question);
    const scored = windows.map((window) => {
      let score = 0;
      for (const term of terms) {
        const count = window.counts.get(term) ?? 0;
        if (count === 0) continue;
        const df = frequency.get(term) ?? 0;
        const idf = Math.log(1 + (windows.length - df + 0.5) / (df + 0.5));
        score += (idf * count * (K1 + 1)) / (count + K1 * (1 - B + (B * window.length) / average));
      }
      return { window, score };
    });
    scored.sort((a, b) => b.score - a.score);
    return scored.slice(0, limit).map(({ window }) => window);
  };
}

function windowsOf({ key, parsed }: SourceDocument): Window[] {
  const words = parsed.text.split(/\s+/).filter((word) => word !== '');
  const windows: Window[] = [];
  for (let from = 0; from === 0 || from + STEP_WORDS < words.length; from += STEP_WORDS) {
    const text = words.slice(from, from + WINDOW_WORDS).join(' ');
    const counts = new Map<string, number>();
    const terms = contentTerms(text);
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    windows.push({ key, text, counts, length: terms.length });
  }
  return windows;
}
