import { plainQuotation } from '../../text/quotation.ts';
import { isNegation, UNSPACED_NEGATION } from './negation.ts';

/** A text that may quote another or be quoted. */
export interface Quotable {
  readonly text: string;
  /** The form in which texts are compared, computed on first use. */
  readonly plain: () => string;
}

export function quotable(text: string): Quotable {
  let plain: string | undefined;
  return {
    text,
    plain() {
      plain ??= plainQuotation(text.normalize('NFKC'));
      return plain;
    },
  };
}

/**
 * Whether a sentence is a verbatim quotation from a text. Both are compared as displayed; an ellipsis at the end stands
 * for the rest. Part of a number or word is not a quotation (`5 days` is not in `15 days`), and neither is a text with
 * its negation cut off (`refunds are paid` is not in `not all refunds are paid`).
 */
export function isQuotedFrom(sentence: Quotable, source: Quotable, language: string | null): boolean {
  if (sentence.text !== '' && findWhole(source.text, sentence.text, language)) return true;
  const quoted = sentence.plain().replace(/(?:…|\.\.\.)$/u, '');
  return quoted !== '' && findWhole(source.plain(), quoted, language);
}

function findWhole(text: string, quoted: string, language: string | null): boolean {
  for (let at = text.indexOf(quoted); at >= 0; at = text.indexOf(quoted, at + 1)) {
    const end = at + quoted.length;
    if (joinsWord(text[at - 1], quoted[0]) || joinsWord(quoted.at(-1), text[end])) continue;
    if (!cutsNegation(text, { at, end, language })) return true;
  }
  return false;
}

/** For scripts with spaces only: in the others any two letters may belong to different words. */
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
