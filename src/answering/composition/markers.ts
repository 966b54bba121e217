import { numberForm } from '../grounding/number-form.ts';

/** Passages that one marker may name; of a longer range only so many are read. */
const NUMBERS_MAX = 20;
const SPACE = '[^\\S\\n]{0,3}';
const LIST = `\\p{Nd}{1,6}(?:${SPACE}[,;、，–-]${SPACE}\\p{Nd}{1,6}){0,19}`;
/** `[1]`, `[1, 2]`, `[1-3]`, `[^1]`, `[Source 1]`, `【1†handbook】`: how models cite. No link is one. */
const MARKER = `[[［【]${SPACE}(?:\\^|(?:source|passage|doc|document|ref)s?\\.?${SPACE})?(?:${LIST})(?:†[^\\]】］\\n]{0,80})?${SPACE}[\\]］】](?!\\()`;

/** Markers, from where `lastIndex` is set to, on the same line. */
export const MARKER_RUN = new RegExp(`(?:${SPACE}${MARKER})+`, 'iuy');

const MARKER_OR_CODE = new RegExp(`(\`[^\`\\n]+\`)|(${SPACE})${MARKER}`, 'giu');

/** A sentence as a model wrote it. */
export interface MarkedSentence {
  /** Without markers. */
  readonly plain: string;
  /** Numbers that its markers name, distinct, in order, whether there is such a passage or not. */
  readonly cited: readonly number[];
}

export function readMarkers(sentence: string): MarkedSentence {
  const cited = new Set<number>();
  const plain = sentence.replace(MARKER_OR_CODE, (marker, code: string | undefined) => {
    if (code !== undefined) return code;
    for (const n of numbersIn(marker)) cited.add(n);
    return '';
  });
  return { plain: plain.trim(), cited: [...cited] };
}

/**
 * The sentence with markers for exactly these passages, each as `[n]`: where it has them they stay, others go, and what is
 * missing stands at its end.
 *
 * @returns `end` is where the sentence ends and the markers behind it begin.
 */
export function withCitations(sentence: string, citations: readonly number[]): { text: string; end: number } {
  const missing = new Set(citations);
  let text = sentence.replace(
    MARKER_OR_CODE,
    (marker, code: string | undefined, space: string | undefined) => {
      if (code !== undefined) return code;
      const kept = numbersIn(marker).filter((n) => citations.includes(n));
      for (const n of kept) missing.delete(n);
      return kept.length === 0 ? '' : `${space || ' '}${kept.map((n) => `[${n}]`).join(' ')}`;
    },
  );
  // The last cell of a table's row holds what cites for the row.
  const tail = /\s{0,9}\|$/u.exec(text)?.[0] ?? '';
  text = text.slice(0, text.length - tail.length);
  const added = [...missing].map((n) => ` [${n}]`).join('');
  const end = text.replace(/(?:\s{0,3}\[\d{1,6}\])+$/u, '').length;
  return { text: text + added + tail, end };
}

function numbersIn(marker: string): number[] {
  const numbers = new Set<number>();
  for (const part of marker.replace(/†.*$/u, '').match(/\p{Nd}+(?:\s*[–-]\s*\p{Nd}+)?/gu) ?? []) {
    const [first, last] = part.split(/[–-]/u).map((digits) => Number(numberForm(digits.trim())));
    if (first === undefined || Number.isNaN(first)) continue;
    for (let n = first; n <= Math.max(first, last ?? first) && numbers.size < NUMBERS_MAX; n++)
      numbers.add(n);
  }
  return [...numbers];
}
