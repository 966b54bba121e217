import type { Context } from './edit-context.ts';

const CLAUSE = /(?<!\p{Nd})[,;،，；](?!\p{Nd})\s*/gu;
/** A rest with fewer words (characters, in scripts without spaces) is no sentence. */
const CLAUSE_WORDS_MIN = 4;
const CLAUSE_CHARACTERS_MIN = 10;

function clausesOf(text: string): { clauses: string[]; separator: string; stop: string } {
  const stop = /[.!?。！？।…]*["'”’»）)]*$/u.exec(text)![0];
  const body = text.slice(0, text.length - stop.length);
  const separator = body.match(CLAUSE)?.[0] ?? ', ';
  return { clauses: body.split(CLAUSE), separator, stop };
}

export function dropClause({ text, random }: Context): string | undefined {
  const { clauses, separator, stop } = clausesOf(text);
  if (clauses.length < 2) return undefined;
  const dropped = Math.floor(random() * clauses.length);
  const kept = clauses.filter((_, i) => i !== dropped).join(separator);
  return isLongEnough(kept) ? kept + stop : undefined;
}

export function swapClauses({ text, random }: Context): string | undefined {
  const { clauses, separator, stop } = clausesOf(text);
  if (clauses.length < 2) return undefined;
  const at = 1 + Math.floor(random() * (clauses.length - 1));
  return [...clauses.slice(at), ...clauses.slice(0, at)].join(separator) + stop;
}

function isLongEnough(text: string): boolean {
  return /\s/u.test(text)
    ? text.split(/\s+/u).length >= CLAUSE_WORDS_MIN
    : text.length >= CLAUSE_CHARACTERS_MIN;
}

const AND: Readonly<Record<string, string>> = {
  ar: ' و',
  de: ' und ',
  el: ' και ',
  en: ' and ',
  es: ' y ',
  hi: ' और ',
  ro: ' și ',
  ru: ' и ',
  th: ' และ',
  tr: ' ve ',
  vi: ' và ',
  zh: '，而且',
};

export function joinSentences({ paragraph, text, following }: Context): string | undefined {
  if (following === undefined) return undefined;
  const first = text.replace(/[.!?。！？।…]+["'”’»）)]*$/u, '');
  return first + (AND[paragraph.language] ?? ', ') + following;
}
