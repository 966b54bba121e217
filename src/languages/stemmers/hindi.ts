/**
 * Hindi endings of gender, number, case, person, tense and mood; the longest that fits is taken: oblique and plural
 * nouns, participles in -ता and -ना, future in -गा, past in -आया, requests in -इए, absolutives in -कर; the causative
 * -ा- before an ending is cut with it.
 */
const ENDING = new RegExp(
  `(?<=.)(?:${[
    'ा?(?:ता|ती|तीं|ते|ना|नी|ने|कर)',
    '[तन]ा[एओ]ं',
    '(?:ा[ऊउ]|ू|ु)(?:ं|ँ)ग[ाी]',
    '(?:ाए|े)(?:ं|ँ)ग[ेी]',
    '(?:ाओ|ो)ग[ेी]',
    '(?:ाए|े)ग[ाी]',
    '(?:ाइ|ि)य(?:ां|ाँ|ों)',
    'ु[आएओ]ं|ा[एओ]ं|ाया|ाइए|ाईं|ा[एईओ]|िए',
    '[ाोेी](?:ं|ँ)|[ािीुूेो]',
  ].join('|')})$`,
);

/**
 * Cuts the inflection off a Hindi word and leaves at least one character.
 *
 * @see Ramanathan & Rao, "A Lightweight Stemmer for Hindi", EACL 2003 workshop on South Asian languages.
 */
export function stemHindi(word: string): string {
  return word.replace(ENDING, '');
}
