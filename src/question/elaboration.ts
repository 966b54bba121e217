import { LANGUAGES } from '../languages/languages.ts';
import { phrasesIn, readPhrases, wordsOfMessage } from '../languages/phrases.ts';

/** A request for more of the answer before. */
export interface Elaboration {
  /** What it adds to the question before it: nothing for “tell me more”, `example` for “give me an example”. */
  readonly adds: string;
  readonly asksWhy?: true;
}

/** The request for more that a text consists of: “tell me more”, “why?”; undefined for every other text. */
export function elaboration(text: string): Elaboration | undefined {
  if (text.length > REQUEST_MAX) return undefined;
  const words = wordsOfMessage(text);
  for (const phrases of PHRASES) {
    const asked = phrasesIn(words, phrases)?.filter(({ kind }) => kind !== 'fillers');
    if (!asked || asked.length === 0) continue;
    const adds = asked.flatMap(({ phrase, kind }) => (kind === 'more' ? [] : phrase)).join(' ');
    return { adds, ...(asked.some(({ kind }) => kind === 'reason') && { asksWhy: true }) };
  }
  return undefined;
}

const PHRASES = LANGUAGES.flatMap(({ elaborations }) => (elaborations ? readPhrases(elaborations) : []));

/** In UTF-16 units: no longer text is a bare request. */
const REQUEST_MAX = 60;
