import type { DocumentText, Source } from '../../api/types.ts';
import { type PassagePart, passageParts } from '../../components/passage-parts.ts';

/** UTF-16 units shown on each side of a quotation. */
const AROUND = 220;

/** The cited passage reduced to its quotations and their surroundings; whole when nothing is quoted. */
export function evidenceParts(
  document: Pick<DocumentText, 'from' | 'text'>,
  { start, end, quotes }: Pick<Source, 'start' | 'end' | 'quotes'>,
): PassagePart[] {
  const parts = passageParts(document, { passage: { start, end }, quotes });
  if (!parts.some(({ role }) => role === 'quote')) return parts;
  return parts.map((part, i) => {
    if (part.role === 'quote') return part;
    const text = shortened(part.text, i > 0, i < parts.length - 1);
    return { ...part, text: text.replaceAll(/\n\s*\n/g, '\n') };
  });
}

/** The text before, after or between quotations. */
function shortened(text: string, isBehind: boolean, isBefore: boolean): string {
  const kept = (isBehind ? AROUND : 0) + (isBefore ? AROUND : 0);
  if (text.length <= kept) return text;
  const head = isBehind ? text.slice(0, AROUND).replace(/\s*\S*$/, '') : '';
  const tail = isBefore ? text.slice(-AROUND).replace(/^\S*\s*/, '') : '';
  return `${head} … ${tail}`;
}
