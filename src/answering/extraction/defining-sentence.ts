import type { Passage } from '../../retrieval/passage.ts';
import { readPassage } from '../../retrieval/reranking/passage-reading.ts';
import type { QuestionWords } from '../question/question-words.ts';
import { matchesAt, type WordMatcher } from '../question/word-match.ts';
import type { AnalysedPassage, AnalysedSentence } from './passage-analysis.ts';

/**
 * Whether a sentence begins with the term asked about and then says what it is: `In algebra, a ring is a set …` for
 * "What is a ring?", not `This implies that the ring is commutative` or `A ring theorist is a mathematician`.
 */
export function isDefining(
  { type, words }: QuestionWords,
  { passage, analysis: { terms } }: { passage: Passage; analysis: AnalysedPassage },
  { firstToken, endToken }: AnalysedSentence,
  match: WordMatcher,
): boolean {
  if (type !== 'definition') return false;
  const total = words.reduce((sum, { weight }) => sum + weight, 0);
  const named = new Set<number>();
  let last = -1;
  const end = Math.min(endToken, firstToken + SUBJECT_TOKENS_MAX);
  for (let token = firstToken; token < end; token++) {
    const term = terms[token]!;
    const asked = matchesAt(match, terms, token).filter(({ factor }) => factor >= SURE_FACTOR);
    if (asked.length > 0) {
      if (last < 0 && token - firstToken > LEAD_TOKENS_MAX) return false;
      for (const { word } of asked) named.add(word);
      last = token;
      continue;
    }
    if (last < 0 && OF_SOME.has(term)) return false;
    if (!VERBS.has(term)) {
      if (token === last + 1 && !term.startsWith('.') && !isAside(passage, token)) return false;
      continue;
    }
    const found = [...named].reduce((sum, word) => sum + words[word]!.weight, 0);
    if (found < SUBJECT_SHARE_MIN * total) return false;
    return !NEEDS_ARTICLE.has(term) || ARTICLES.has(terms[token + 1] ?? '');
  }
  return false;
}

/** Whether a token begins an aside: `Append-only file (AOF)`. */
function isAside(passage: Passage, token: number): boolean {
  const { text, starts, ends } = readPassage(passage);
  return /[(,–—]/u.test(text.slice(ends[token - 1], starts[token]));
}

/** Most tokens before the term asked about: `In the theory of groups, a …`. */
const LEAD_TOKENS_MAX = 6;
/** Most tokens before the verb, brackets included. */
const SUBJECT_TOKENS_MAX = 16;
const SUBJECT_SHARE_MIN = 0.7;
const SURE_FACTOR = 0.9;

const set = (words: string) => new Set(words.split(' '));

/** Index terms: stop words with a dot before them, others stemmed. "X is experimental" does not say what X is. */
const NEEDS_ARTICLE = set('.is .was .ist .war .est .était .es .era .è .é .este .era .jest');
/** A statement about some, all or this one does not define the term. */
const OF_SOME = set(
  '.all .any .each everi .many .most .no .other .some .such .that .these .this .those .alle .dieser .diese .dieses .jeder .jede .jedes .kein .keine .manche .viele .ce .cette .ces chaqu tout tous .este .esta .cada .todo .todos .questo .questa ogni',
);
const VERBS = new Set([
  ...NEEDS_ARTICLE,
  ...set('.are .were .sind .sont .son .sono .são .sunt .zijn mean refer denot bezeichnet désign'),
]);
const ARTICLES = set(
  ".a .an .the .one .any .ein .eine .einer .eines .der .die .das .un .une .le .la .l'un .una .uno .el .il .lo .um .uma .o .een .het .de",
);
