/**
 * Particles of case, topic and plural, alone or one after the other, and the endings of the copula and of `하다` and
 * `되다`, which make verbs of nouns; the longest that fits is taken.
 */
const ENDING = new RegExp(
  `(?<=^..+?)(?:${[
    '들?(?:에서|에게서?|까지|부터|으?로|에|와|과|이?랑|하고|처럼|보다|마다|만큼|이?나|밖에)?(?:은|는|도|만|의)?(?:요|이?에요|예요)?',
    '들?(?:이|가|을|를|께서)(?:요)?',
    '(?:이|입)?(?:니다|니까|다|며|고|면|ㄴ가요|인가요|인데)',
    '(?:입니다|입니까|이었습니다|였습니다)',
    '(?:하|되)(?:는|다|고|며|면|기|지|게|나요|려면|세요|도록|여야|였습니다|었습니다)',
    '(?:합|됩)(?:니다|니까)|(?:해|돼)(?:요|야|서|도)?|(?:했|됐)(?:습니다|습니까|어요?|나요)?|(?:한|된|할|될|함|됨)(?:다|다면|지|까요)?',
  ].join('|')})$`,
  'u',
);

/**
 * Cuts the particles and verbal endings off a Korean word and leaves at least two syllables. What looks like an ending
 * by chance is cut in every form of the word alike.
 */
export function stemKorean(word: string): string {
  let stem = word;
  for (let last = ''; stem !== last; ) {
    last = stem;
    stem = last.replace(ENDING, '');
  }
  return stem;
}
