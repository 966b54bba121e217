/** Endings of number, case and gender of Polish nouns and adjectives; the longest that fits is taken. */
const ENDING = new RegExp(
  `(?<=...)(?:${[
    'iami|ami|iach|ach|iom|om|owie|owi|ów|iem|em|ie|ia|iu|ią|ię|io|[aąeęioóuy]',
    'iego|ego|iemu|emu|ich|ych|imi|ymi|im|ym|iej|ej',
    'ości(?:ą|ach|ami|om)?|ość',
  ].join('|')})$`,
  'u',
);

/**
 * Cuts the inflection off a Polish noun or adjective and leaves at least three letters. Verbs and changes within the
 * stem (`hasło`, `haseł`) are left.
 */
export function stemPolish(word: string): string {
  return word.replace(ENDING, '');
}
