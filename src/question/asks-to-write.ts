import { LANGUAGES } from '../languages/languages.ts';

/**
 * Whether a text asks for something to be written: a summary, a translation, a draft. Quoting cannot do it. Only
 * requests count (`Translate the notice into French`), not questions about them (`How do I translate a notice?`).
 */
export function asksToWrite(text: string): boolean {
  const request = text.normalize('NFKC').toLowerCase();
  return REQUEST.test(request);
}

const REQUESTS = LANGUAGES.flatMap(({ writingRequests }) => writingRequests ?? []);
const WORD_END = '(?![\\p{L}\\p{M}-])';
const POLITE = REQUESTS.map(({ polite }) => polite).join('|');
const OPENINGS = REQUESTS.flatMap(({ openings }) => openings).join('|');
const ENDINGS = REQUESTS.flatMap(({ endings = [] }) => endings).join('|');

/** `Please summarise …`; `Bitte … zusammenfassen`. */
const REQUEST = new RegExp(
  `^[\\s¿¡"'“„(]*(?:(?:(?:${POLITE})\\s+)?(?:${OPENINGS})${WORD_END}|(?:${POLITE})${WORD_END}.{1,300} (?:${ENDINGS})[.?!\\s]*$)`,
  'su',
);
