/** A rule, table or weight that can be left out of a measurement by an edit of its source. */
export interface Rule {
  readonly name: string;
  /** From the project's folder. */
  readonly file: string;
  readonly from: RegExp;
  readonly to: string;
}

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

const NONE = '(() => [])';
const NO = '(() => false)';
const NOTHING = '(() => undefined)';

/** All rules of retrieval and quoted answers that stand on their own. */
export const RULES: readonly Rule[] = [
  // How a question is read.
  withoutFunction('answering/question/asked-documents', 'askedDocuments', NOTHING),
  withoutFunction('answering/question/asking-clauses', 'askingClauses', NONE),
  withoutFunction('answering/question/answer-form', 'askedForm', '(() => null)'),
  withoutFunction('answering/question/word-shares', 'wordShares', '((tokens) => tokens.map(() => 1))'),
  withoutFunction('answering/question/question-type', 'questionType', "(() => 'other')"),
  withoutFunction('answering/question/word-match', 'beginAlike', NO),
  withoutFunction(
    'answering/question/word-match',
    'subjectCoverage',
    '((words) => new Float64Array(words.length))',
  ),
  withoutFunction('retrieval/question/asking-words', 'onlyAsks', NO),
  withoutFunction('retrieval/reranking/counted-words', 'countedTerms', NONE),
  // Words that the corpus writes in another way.
  withoutFunction('retrieval/question/spelling', 'respell', '(async () => new Map())'),
  withoutFunction('retrieval/question/compounds', 'joinedWords', '(() => new Map())'),
  withoutFunction('retrieval/question/compounds', 'separateWords', NONE),
  withoutFunction('retrieval/question/compounds', 'writesCompounds', NO),
  withoutFunction('retrieval/question/marked-letters', 'unmarkedReading', NOTHING),
  withoutFunction('retrieval/question/short-forms', 'initialismsOf', NONE),
  withoutFunction('retrieval/question/spelling-variants', 'britishAndAmerican', NONE),
  // Follow-ups.
  withoutFunction('answering/conversation/elaboration', 'elaboration', NOTHING),
  withoutFunction('answering/conversation/dependent-question', 'continuesEarlier', NO),
  withoutFunction('answering/conversation/carried-subject', 'keepsSubject', '(() => true)'),
  withoutFunction('retrieval/question/carried-terms', 'echoedTerms', NONE),
  withoutFunction('retrieval/question/carried-terms', 'carriedTerms', NONE),
  // What is found in passages.
  withoutFunction(
    'answering/extraction/list-leads',
    'listLeads',
    '((text, ranges) => ranges.map(() => null))',
  ),
  withoutFunction(
    'answering/extraction/table-lines',
    'tableLines',
    '((lines) => lines.map(() => ({ leads: false, head: null })))',
  ),
  withoutFunction('answering/extraction/table-lines', 'ownLabelStart', '(() => 0)'),
  withoutFunction('answering/extraction/time-words', 'timeWordsOf', '(() => new Set())'),
  withoutFunction(
    'answering/extraction/expected-answer',
    'expectedTokens',
    '(() => ({ tokens: [], isSure: false, isMissing: false }))',
  ),
  withoutFunction('answering/extraction/expected-answer', 'countedShare', '(() => 0)'),
  withoutFunction('answering/extraction/expected-answer', 'hasCue', NO),
  withoutFunction('retrieval/analysis/figure-lines', 'isFigureLine', NO),
  withoutFunction('retrieval/analysis/name-and-value', 'isNameAndValue', NO),
  withoutFunction('retrieval/analysis/abbreviations', 'isAbbreviation', NO),
  // Ranking.
  withoutFunction(
    'retrieval/document-subject',
    'documentSubjects',
    '(async () => ({ subjects: new Map(), named: new Set(), titled: new Set() }))',
  ),
  withoutFunction('retrieval/document-subject', 'titledDocuments', '(() => new Set())'),
  withoutFunction('retrieval/document-subject', 'namedDocuments', '(() => new Set())'),
  withoutFunction('retrieval/embed-question', 'embedQuestion', '(async () => undefined)'),
  withoutFunction('retrieval/reranking/support', 'supportOf', '((scores) => scores.map(() => 0))'),
  withoutFunction('retrieval/reranking/answer-shares', 'rankByAnswer', '((ranked) => ranked)'),
  ...withoutWeights('passage', 'retrieval/reranking/reranker', [
    ...['lexical', 'dense', 'order', 'window', 'sentence', 'exact', 'number', 'counted', 'position'],
    ...['title', 'subject'],
  ]),
  // Choosing a sentence.
  ...withoutWeights('sentence', 'answering/extraction/sentence-features', [
    ...['lsoft', 'win', 'pcov', 'relation', 'relation_before', 'names_before', 'bigram', 'early', 'prox'],
    ...['typeprox', 'passage', 'dense', 'notype', 'type_number', 'type_time', 'type_place', 'type_person'],
    ...['form_unit', 'form_year', 'form_name', 'counted', 'type_reason', 'type_definition'],
  ]),
  // What is shown.
  withoutFunction('answering/quote-answer', 'besideFirst', NONE),
  withoutFunction('answering/code-lines', 'codeRanges', NONE),
];
