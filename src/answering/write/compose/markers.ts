import { numberForm } from '../../check/number-form.ts';

/** Maximum passages that one marker may name; longer ranges are cut off. */
const NUMBERS_MAX = 20;
const SPACE = '[^\\S\\n]{0,3}';
const LIST = `\\p{Nd}{1,6}(?:${SPACE}[,;、，–-]${SPACE}\\p{Nd}{1,6}){0,19}`;
/** `[1]`, `[1, 2]`, `[1-3]`, `[^1]`, `[Source 1]`, `【1†handbook】`: how models cite. Links are not markers. */
const MARKER = `[[［【]${SPACE}(?:\\^|(?:source|passage|doc|document|ref)s?\\.?${SPACE})?(?:${LIST})(?:†[^\\]】］\\n]{0,80})?${SPACE}[\\]］】](?!\\()`;

/** Markers from `lastIndex` on, on the same line. */
export const MARKER_RUN = new RegExp(`(?:${SPACE}${MARKER})+`, 'iuy');

const MARKER_OR_CODE = new RegExp(`(\`[^\`\\n]+\`)|(${SPACE})${MARKER}`, 'giu');

/** A sentence as the model wrote it. */
export interface MarkedSentence {
  readonly text: string;
  /** Without markers. */
  readonly plain: string;
  /** Distinct numbers in its markers, in order, even if no such passage exists. */
  readonly cited: readonly number[];
  /** In order, each with its range in the text and the white space that it begins with. */
  readonly markers: readonly {
    readonly start: number;
    readonly end: number;
    readonly space: string;
    readonly numbers: readonly number[];
  }[];
}

export function readMarkers(text: string): MarkedSentence {
  const markers: MarkedSentence['markers'][number][] = [];
  const plain = text.replace(MARKER_OR_CODE, (marker, code: string | undefined, space, start) => {
    if (code !== undefined) return code;
    markers.push({ start, end: start + marker.length, space, numbers: numbersIn(marker) });
    return '';
  });
  const cited = [...new Set(markers.flatMap(({ numbers }) => numbers))];
  return { text, plain: plain.trim(), cited, markers };
}

/**
 * The sentence with markers for exactly these passages, each as `[n]`: existing ones stay in place, others are removed,
 * and missing ones are added at the end.
 *
 * @returns `end` is where the sentence ends and its closing markers begin.
 */
export function withCitations(
  sentence: Pick<MarkedSentence, 'text' | 'markers'>,
  citations: readonly number[],
): { text: string; end: number } {
  const missing = new Set(citations);
  let text = '';
  let from = 0;
  for (const { start, end, space, numbers } of sentence.markers) {
    const kept = numbers.filter((n) => citations.includes(n));
    for (const n of kept) missing.delete(n);
    text += sentence.text.slice(from, start);
    if (kept.length > 0) text += (space || ' ') + kept.map((n) => `[${n}]`).join(' ');
    from = end;
  }
  text += sentence.text.slice(from);
  // The markers of a table row belong into its last cell.
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
