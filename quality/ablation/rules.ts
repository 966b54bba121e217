/** A rule, table or weight that can be left out of a measurement by an edit of its source. */
export interface Rule {
  readonly name: string;
  /** From the project's folder. */
  readonly file: string;
  readonly from: RegExp;
  readonly to: string;
}

/** Between the names of rules that are left out together. */
export const TOGETHER = '+';

/** @param off An expression that takes the function's place. */
function withoutFunction(file: string, name: string, off: string): Rule {
  return {
    name,
    file: `src/${file}.ts`,
    from: new RegExp(`^((?:export )?)((?:async )?function\\*? )${name}(?=[<(])`, 'm'),
    to: `$1function ${name}(...given: any[]): any { return (${off} as any)(...given); }\n$2${name}Replaced`,
  };
}

function withoutWeights(of: string, file: string, names: readonly string[]): Rule[] {
  return names.map((name) => ({
    name: `${of}: ${name}`,
    file: `src/${file}.ts`,
    from: new RegExp(`^(  ${name}: )-?[\\d.]+,`, 'm'),
    to: '$10,',
  }));
}

/** A table of the language packs. */
function withoutTable(name: string): Rule {
  return {
    name: `table: ${name}`,
    file: 'src/languages/languages.ts',
    from: /^(export const LANGUAGES: readonly LanguagePack\[\]) = (.*);$/m,
    to: `$1 = $2.map(({ ${name}: _, ...pack }) => pack);`,
  };
}

const NONE = '(() => [])';
const NO = '(() => false)';
const NOTHING = '(() => undefined)';

/** All rules of retrieval and quoted answers that stand on their own. */
export const RULES: readonly Rule[] = [
  // How a question is read.
  withoutFunction('question/asked-documents', 'askedDocuments', NOTHING),
  withoutFunction('question/asking-clauses', 'askingClauses', NONE),
  withoutFunction('question/compared-sides', 'comparedSides', NONE),
  withoutFunction('answering/choose/word-shares', 'wordShares', '((tokens) => tokens.map(() => 1))'),
  withoutFunction('question/question-type', 'questionType', "(() => 'other')"),
  withoutFunction('answering/choose/word-match', 'beginAlike', NO),
  // Words that the corpus writes in another way.
  withoutFunction('retrieval/expansion/spelling', 'respell', '(() => new Map())'),
  withoutFunction('retrieval/expansion/compounds', 'separateWords', NONE),
  withoutFunction('retrieval/expansion/spelling', 'addHeaded', NOTHING),
  withoutFunction('retrieval/expansion/spelling', 'alsoForOtherParts', NOTHING),
  withoutFunction('retrieval/expansion/everyday-words', 'joinedVerbs', NONE),
  withoutFunction('text/marked-letters', 'unmarkedReading', NOTHING),
  // Follow-ups.
  withoutFunction('question/elaboration', 'asksForMore', NO),
  withoutFunction('question/continuation', 'continuesEarlier', NO),
  withoutFunction('answering/judge/carried-subject', 'keepsSubject', '(() => true)'),
  withoutFunction('answering/read/follow-up', 'hasNewName', NO),
  withoutFunction('question/carried-terms', 'echoedTerms', NONE),
  withoutFunction('question/carried-terms', 'carriedTerms', NONE),
  // What is found in passages.
  withoutFunction('text/time-words', 'timeWordsOf', '(() => new Set())'),
  withoutFunction(
    'answering/choose/expected-answer',
    'expectedTokens',
    '(() => ({ isSure: false, isMissing: false }))',
  ),
  withoutFunction('text/name-and-value', 'isNameAndValue', NO),
  withoutFunction('text/abbreviations', 'isAbbreviation', NO),
  withoutFunction('text/sentences', 'isAtOrdinal', NO),
  withoutFunction('text/sentences', 'isAtLabel', NO),
  withoutFunction('text/sentences', 'isAtRecordLine', NO),
  withoutFunction('text/sentences', 'endOfRow', '(() => 0)'),
  withoutFunction('text/sentences', 'isHeading', NO),
  withoutFunction('text/sentences', 'isLeader', NO),
  withoutFunction('answering/choose/token-kinds', 'isClockTime', NO),
  // Ranking.
  withoutFunction('retrieval/named-documents', 'namedDocuments', '(() => new Set())'),
  withoutFunction('retrieval/candidate-search', 'withBestByWords', '((hits) => hits)'),
  withoutFunction('retrieval/embed-question', 'embedQuestion', '(async () => undefined)'),
  withoutFunction(
    'retrieval/embed-question',
    'withVariants',
    '((terms) => ({ terms: terms.map(({ term }) => term), counts: terms.map(({ weight }) => weight) }))',
  ),
  withoutFunction('retrieval/reranking/support', 'supportOf', '((scores) => scores.map(() => 0))'),
  withoutFunction('answering/choose/rank-by-answer', 'rankByAnswer', '((ranked) => ranked)'),
  ...withoutWeights('passage', 'retrieval/reranking/reranker', [
    ...['lexical', 'dense', 'heading', 'saying', 'order', 'window', 'sentence', 'number'],
    ...['position', 'release'],
  ]),
  // Choosing a sentence.
  ...withoutWeights('sentence', 'answering/choose/sentence-features', [
    ...['lsoft', 'win', 'pcov', 'relation', 'relation_before', 'names_before', 'early'],
    ...['passage', 'notype', 'type_number', 'type_time', 'type_place', 'type_person'],
  ]),
  // Whether it is an answer.
  ...withoutWeights('gate', 'answering/judge/gate', ['lead']),
  // What is shown.
  withoutFunction('answering/write/quote/quote-answer', 'besideFirst', NONE),
  // Words of all languages.
  ...(
    'abbreviations ordinals numerals quantities ordinalSuffixes timeWords units questionTypes interrogatives fillers ' +
    'amountPhrases comparisons demonstratives placePrepositions announcements verbParticles ' +
    'conjunctions negations negativeForms diacritics joinsCompounds monthHomonyms'
  )
    .split(' ')
    .map(withoutTable),
];
