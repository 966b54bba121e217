import type { Token } from '../retrieval/analyzer.ts';
import { isTimeWord } from './time-words.ts';

/** What a token may be the answer to. */
export const TOKEN_KIND = { number: 1, year: 2, timeWord: 4, name: 8, afterPlaceWord: 16 } as const;

/** @param firstOfSentence Positions of the tokens that sentences begin with. @returns Bits of `TOKEN_KIND`, one a token. */
export function tokenKinds(
  tokens: readonly Token[],
  firstOfSentence: ReadonlySet<number>,
  language: string | null,
): Uint8Array {
  const kinds = new Uint8Array(tokens.length);
  for (const [i, token] of tokens.entries()) {
    const surface = token.surface.toLowerCase();
    let kind = 0;
    if (token.kind === 'number' || /\p{N}/u.test(surface) || NUMBER_WORDS.has(surface))
      kind |= TOKEN_KIND.number;
    if (YEAR.test(token.term)) kind |= TOKEN_KIND.year;
    if (isTimeWord(surface, language)) kind |= TOKEN_KIND.timeWord;
    // A sentence begins with a capital whatever stands there, unless the next word has one, too.
    const isNamed = token.capitalised && (!firstOfSentence.has(i) || tokens[i + 1]?.capitalised === true);
    if (isNamed && token.kind !== 'stop') {
      kind |= TOKEN_KIND.name;
      if (i > 0 && PLACE_WORDS.has(tokens[i - 1]!.surface.toLowerCase())) kind |= TOKEN_KIND.afterPlaceWord;
    }
    kinds[i] = kind;
  }
  return kinds;
}

const YEAR = /^(?:1\d|20)\d\d$/;
/** English number words; in other languages only digits are seen. */
const NUMBER_WORDS = new Set(
  'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million millions billion trillion dozen half third quarter once twice double triple zero none'.split(
    ' ',
  ),
);
const PLACE_WORDS = new Set('in at near from to of on across around outside inside throughout'.split(' '));
