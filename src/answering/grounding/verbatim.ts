import { plainQuotation } from '../quotation.ts';
import { isNegation, UNSPACED_NEGATION } from './negation.ts';

/**
 * Whether a sentence stands word for word in a text. Both are compared as they would be shown; the mark of a cut at the
 * end stands for what follows. Half a number or word is no quotation (`5 days` does not stand in `15 days`), and neither
 * is what a negation was cut off from (`refunds are paid` does not stand in `not all refunds are paid`).
 */
export function isQuotedFrom(sentence: string, text: string, language: string | null): boolean {
  if (sentence !== '' && findWhole(text, sentence, language)) return true;
  const quoted = plainQuotation(sentence.normalize('NFKC')).replace(/(?:…|\.\.\.)$/u, '');
  return quoted !== '' && findWhole(plainQuotation(text.normalize('NFKC')), quoted, language);
}

function findWhole(text: string, quoted: string, language: string | null): boolean {
  for (let at = text.indexOf(quoted); at >= 0; at = text.indexOf(quoted, at + 1)) {
    const end = at + quoted.length;
    if (joinsWord(text[at - 1], quoted[0]) || joinsWord(quoted.at(-1), text[end])) continue;
    if (!cutsNegation(text, { at, end, language })) return true;
  }
  return false;
}

/** Spaced scripts only: in the others any two letters may stand in different words. */
function joinsWord(before: string | undefined, after: string | undefined): boolean {
  const isPart = (character: string | undefined) =>
    character !== undefined &&
    /[\p{L}\p{N}]/u.test(character) &&
    !/[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u.test(character);
  return isPart(before) && isPart(after);
}

/** How far around a quotation, in UTF-16 units and in words, a negation still belongs to it. */
const CONTEXT_UNITS = 48;
const CONTEXT_WORDS = 3;

function cutsNegation(
  text: string,
  { at, end, language }: { at: number; end: number; language: string | null },
): boolean {
  const before = /[^.,;:!?…()\n،؛؟。，；：、！？।]*$/u.exec(
    text.slice(Math.max(0, at - CONTEXT_UNITS), at),
  )![0];
  const isEnded = /[.,;:!?…\n،؛؟。，；：、！？।]["'”’»)\]]*$/u.test(text.slice(Math.max(at, end - 2), end));
  const behind = isEnded
    ? ''
    : /^[^.,;:!?…()\n،؛؟。，；：、！？।]*/u.exec(text.slice(end, end + CONTEXT_UNITS))![0];
  if (UNSPACED_AT_END.test(before) || UNSPACED_AT_START.test(behind)) return true;
  return [...lastWords(before), ...firstWords(behind)].some((word) =>
    isNegation(word.toLowerCase(), language),
  );
}

const UNSPACED_AT_END = new RegExp(`(?:${UNSPACED_NEGATION})$`, 'u');
const UNSPACED_AT_START = new RegExp(`^(?:${UNSPACED_NEGATION})`, 'u');

function lastWords(text: string): string[] {
  return (text.match(/[\p{L}\p{M}'’]+/gu) ?? []).slice(-CONTEXT_WORDS);
}

function firstWords(text: string): string[] {
  return (text.match(/[\p{L}\p{M}'’]+/gu) ?? []).slice(0, CONTEXT_WORDS);
}
