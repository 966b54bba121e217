/**
 * The other spelling of an English word, British for American and American for British: `colour` and `color`. Some of
 * the words it gives do not exist; no document has them.
 *
 * @param word Lower case.
 */
export function britishAndAmerican(word: string): string[] {
  return RULES.flatMap(([pattern, other]) => {
    const spelt = word.replace(pattern, other);
    return spelt === word ? [] : [spelt];
  });
}

/** A pattern of one spelling, and the other. A `check` is more than a cheque. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/is(e[sdr]?|ing|ations?)$/, 'iz$1'],
  [/iz(e[sdr]?|ing|ations?)$/, 'is$1'],
  [/ys(e[sdr]?|ing)$/, 'yz$1'],
  [/yz(e[sdr]?|ing)$/, 'ys$1'],
  [/(?<=[a-z]{2})our(s|ed|ing|ful|less|able|ite|ites|hood)?$/, 'or$1'],
  [/(?<=[a-z]{2})or(s|ed|ing|ful|less|able|ite|ites|hood)?$/, 'our$1'],
  [/(?<=[a-z]{2})tre(s)?$/, 'ter$1'],
  [/(?<=[a-z]{2})ter(s)?$/, 'tre$1'],
  [/(?<=[a-z]{2})tred$/, 'tered'],
  [/(?<=[a-z]{2})tered$/, 'tred'],
  [/(?<=[aeiou])ll(ed|ing|er|ers)$/, 'l$1'],
  [/(?<=[a-z][aeiou])l(ed|ing|er|ers)$/, 'll$1'],
  [/ogue(s)?$/, 'og$1'],
  [/og(s)?$/, 'ogue$1'],
  [/ence$/, 'ense'],
  [/ense$/, 'ence'],
  [/programme(s)?$/, 'program$1'],
  [/^program(s)?$/, 'programme$1'],
  [/^cheque(s)?$/, 'check$1'],
  [/^grey/, 'gray'],
  [/^gray/, 'grey'],
];
