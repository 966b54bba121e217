import { analyze, type Token } from '../retrieval/analyzer.ts';
import type { Grounded } from './answer.ts';
import type { ReadPassage } from './extract.ts';
import { isNegation } from './negation.ts';
import { plainQuotation } from './quotation.ts';

/** A sentence of an answer, and the passages that it cites. */
export interface Statement {
  readonly text: string;
  readonly evidence: readonly ReadPassage[];
}

export interface Grounding {
  readonly verdict: Grounded;
  /** How far the evidence carries it, 0–1; the mean over the statements of an answer. */
  readonly score: number;
}

/** Share of a statement's words that three sentences of the evidence must hold. */
const SUPPORTED_MIN = 0.7;
const PARTIAL_MIN = 0.4;
const EVIDENCE_SENTENCES = 3;
/** What a statement is worth whose words are there but whose number, name or negation is not. */
const ALARM_FACTOR = 0.5;
const IDF_MIN = 0.1;

/**
 * Whether every statement says what its evidence says. A word-for-word quotation is supported; anything else by the
 * idf-weighted share of its words in the best three sentences of the evidence, and never wholly when it has a number
 * or a name that the evidence lacks, or is negated where the evidence is not.
 *
 * @param idf Of a term in the corpus.
 * @returns `supported` when all statements are, `unsupported` when none is even in part, otherwise `partial`.
 */
export function checkGrounding(
  statements: readonly Statement[],
  { language, idf }: { language: string | null; idf: (term: string) => number },
): Grounding {
  const checked = statements.map((statement) => checkStatement(statement, language, idf));
  const score = checked.reduce((sum, { score }) => sum + score, 0) / Math.max(1, checked.length);
  const verdict =
    checked.every(({ verdict }) => verdict === 'supported') && checked.length > 0
      ? 'supported'
      : checked.every(({ verdict }) => verdict === 'unsupported')
        ? 'unsupported'
        : 'partial';
  return { verdict, score };
}

function checkStatement(
  { text, evidence }: Statement,
  language: string | null,
  idf: (term: string) => number,
): Grounding {
  if (evidence.some(({ passage }) => isQuotedFrom(text, passage.text)))
    return { verdict: 'supported', score: 1 };
  const claim = analyze(text, evidence[0]?.passage.language ?? language);
  const keys = [...new Set(claim.filter(({ kind }) => kind !== 'stop').map(({ term }) => term))];
  if (keys.length === 0 || evidence.length === 0) return { verdict: 'unsupported', score: 0 };

  const weight = (term: string) => Math.max(idf(term), IDF_MIN);
  const total = keys.reduce((sum, term) => sum + weight(term), 0);
  const { found, best } = bestSentences(keys, evidence, weight);
  const recall = [...found].reduce((sum, term) => sum + weight(term), 0) / total;
  const isAlarming =
    lacksNumberOrName(claim, evidence) || (best !== undefined && negations(text) % 2 !== negations(best) % 2);
  const score = isAlarming ? recall * ALARM_FACTOR : recall;
  if (recall < PARTIAL_MIN) return { verdict: 'unsupported', score };
  return { verdict: recall >= SUPPORTED_MIN && !isAlarming ? 'supported' : 'partial', score };
}

/** Compared as both would be shown; the mark of a cut at the end of a quotation stands for what follows. */
function isQuotedFrom(text: string, passage: string): boolean {
  const quoted = plainQuotation(text.normalize('NFKC')).replace(/(?:…|\.\.\.)$/u, '');
  if (quoted === '') return false;
  const whole = plainQuotation(passage.normalize('NFKC'));
  for (let at = whole.indexOf(quoted); at >= 0; at = whole.indexOf(quoted, at + 1)) {
    // Half a number or word is no quotation: “5 days” does not stand in “15 days”.
    if (!joinsWord(whole[at - 1], quoted[0]) && !joinsWord(quoted.at(-1), whole[at + quoted.length]))
      return true;
  }
  return false;
}

/** Spaced scripts only: in the others any two letters may stand in different words. */
function joinsWord(before: string | undefined, after: string | undefined): boolean {
  const isPart = (character: string | undefined) =>
    character !== undefined &&
    /[\p{L}\p{N}]/u.test(character) &&
    !/[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u.test(character);
  return isPart(before) && isPart(after);
}

/** The keys that the best three sentences hold together, taken greedily, and the text of the first of them. */
function bestSentences(
  keys: readonly string[],
  evidence: readonly ReadPassage[],
  weight: (term: string) => number,
) {
  const sentences = evidence.flatMap(({ passage, analysis }) =>
    analysis.sentences.map(({ start, end, firstToken, endToken }) => ({
      text: passage.text.slice(start, end),
      terms: new Set(analysis.terms.slice(firstToken, endToken)),
    })),
  );
  const found = new Set<string>();
  let best: string | undefined;
  for (let round = 0; round < EVIDENCE_SENTENCES; round++) {
    let gainMax = 0;
    let added: string[] = [];
    for (const { text, terms } of sentences) {
      const fresh = keys.filter((term) => !found.has(term) && terms.has(term));
      const gain = fresh.reduce((sum, term) => sum + weight(term), 0);
      if (gain <= gainMax) continue;
      gainMax = gain;
      added = fresh;
      if (round === 0) best = text;
    }
    for (const term of added) found.add(term);
  }
  return { found, best };
}

/** Headings count: an answer may name what the section is about. */
function lacksNumberOrName(claim: readonly Token[], evidence: readonly ReadPassage[]): boolean {
  const known = (term: string) =>
    evidence.some(({ analysis }) => analysis.heading.has(term) || analysis.terms.includes(term));
  // The first word has a capital anyway, unless it begins a name of several words.
  const isName = (token: Token, at: number) =>
    token.capitalised && (at > 0 || claim[1]?.capitalised === true);
  return claim.some(
    (token, at) =>
      token.kind !== 'stop' && (token.kind === 'number' || isName(token, at)) && !known(token.term),
  );
}

function negations(text: string): number {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}'’]+/gu) ?? [];
  return words.filter(isNegation).length;
}
