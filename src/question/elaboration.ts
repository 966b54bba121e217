import { LANGUAGES } from '../languages/languages.ts';
import { phrasesIn, readPhrases, wordsOfMessage } from '../languages/phrases.ts';

/**
 * What a request to go on adds to the question before it: nothing for “tell me more”, `why` for “why?”, `example` for
 * “give me an example”. Only a text that is such a request alone counts.
 *
 * @returns undefined for every other text.
 */
export function elaboration(text: string): { readonly adds: string; readonly asksWhy?: true } | undefined {
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

const PHRASES = LANGUAGES.flatMap(({ goesOn }) => (goesOn ? readPhrases(goesOn) : []));

/** In UTF-16 units: no longer text is a bare request. */
const REQUEST_MAX = 60;
