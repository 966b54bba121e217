import { packOf } from '../../../languages/languages.ts';
import type { Grounded } from '../../../ports/given-answer.ts';
import type { Passage } from '../../../retrieval/passage.ts';
import { cachedByPassage } from '../../../retrieval/reranking/passage-cache.ts';
import type { ChatMode } from '../../answer.ts';
import { isName } from '../../check/alarms.ts';
import { type Claim, readClaim } from '../../check/claim.ts';
import { contentKeys, type Evidence, evidenceOf } from '../../check/evidence.ts';
import { evidenceText } from '../../check/grounding.ts';
import { numberForm } from '../../check/number-form.ts';
import { isQuotedFrom, quotable } from '../../check/verbatim.ts';
import { compareWords, type SentenceVerdict, verifyClaim } from '../../check/verify-sentence.ts';
import type { Word } from '../../check/words.ts';
import type { ReadPassage } from '../../choose/passage-analysis.ts';

/** A passage with its number in the prompt and in the answer. */
export interface NumberedPassage extends ReadPassage {
  readonly n: number;
  readonly evidence: () => Evidence;
}

/** The verdict on a sentence, and the passages it may cite: those that support it, at least in part. */
export interface CheckedStatement extends SentenceVerdict {
  /** Empty exactly when the verdict is `unsupported`. */
  readonly citations: readonly number[];
  /** Supported by the cited passages together, not by any single one. */
  readonly isComposed?: true;
  /** The verdict of this check, where a language model gave another or the same. */
  readonly rulesVerdict?: Grounded;
}

/** Numbers passages in prompt order, from 1. Evidence is built on first use, as most passages need none, and cached. */
export function numbered(passages: readonly ReadPassage[]): NumberedPassage[] {
  return passages.map(({ passage, analysis }, i) => ({
    ...{ passage, analysis, n: i + 1 },
    evidence: () => cachedEvidence({ ...passage, analysis }),
  }));
}

/** Of the passages in other caches: evidence takes about 20 KB for 150 words, and few passages need it. */
const EVIDENCE_SHARE = 0.1;

const cachedEvidence = cachedByPassage(
  ({ analysis, ...passage }: Passage & Pick<ReadPassage, 'analysis'>) =>
    evidenceOf(evidenceText({ passage, analysis })),
  EVIDENCE_SHARE,
);

/** Maximum passages that one sentence may be composed of. */
const COMPOSED_MAX = 3;

/**
 * Checks a sentence against the passages it cites. If they do not support it, or it cites none, all passages are
 * searched for support: a citation never leads to a passage that does not say so.
 *
 * @param claim Without its markers.
 * @param options.mode In `strict` a single passage must support the sentence.
 * @param options.language Language of the answer, ISO 639-1; null when unknown.
 */
export function checkStatement(
  claim: Claim,
  cited: readonly number[],
  passages: readonly NumberedPassage[],
  { mode, language }: { mode: ChatMode; language: string | null },
): CheckedStatement {
  const verdicts = new Map<NumberedPassage, SentenceVerdict>();
  const verdictOf = (passage: NumberedPassage) => {
    const verdict =
      verdicts.get(passage) ?? atMost(verifyClaim(claim, passage.evidence()), mode, { claim, passage });
    verdicts.set(passage, verdict);
    return verdict;
  };
  const best = (among: readonly NumberedPassage[]) => bestOf(claim, among, { mode, verdictOf });
  const named = passages.filter(({ n }) => cited.includes(n));
  const byNamed = best(named);
  if (byNamed.verdict === 'supported') return byNamed;
  const byAll = named.length === passages.length ? byNamed : best(passages);
  const better = RANK[byAll.verdict] > RANK[byNamed.verdict] ? onlyFirst(byAll) : byNamed;
  if (better.verdict !== 'unsupported' || mode === 'strict') return better;
  if (named.length === 0) return byAll;
  return acrossLanguages(claim.text, named, language) ?? better;
}

/** Checks a code block like a sentence, but in `strict` it must be verbatim. */
export function checkCode(
  block: string,
  passages: readonly NumberedPassage[],
  context: { mode: ChatMode; language: string | null },
): CheckedStatement {
  const code = readClaim(block.replace(/^[^\n]*\n?|\n[^\S\n]*(?:`{3,}|~{3,})$/gu, ''));
  const quoting =
    context.mode === 'strict'
      ? passages.filter(({ passage }) => isQuotedFrom(code, quotable(passage.text), passage.language))
      : passages;
  return checkStatement(code, [], quoting, context);
}

/**
 * Whether words alone cannot tell: the sentence is not supported, but nothing in it is known to differ. A changed number,
 * unit, name or negation in a near-quotation is known to, and so is a number that the passage does not have.
 */
export function isUndecided({ verdict, alarms }: CheckedStatement): boolean {
  return (
    verdict !== 'supported' && !alarms.some(({ kind, effect }) => effect === 'veto' || kind === 'number')
  );
}

/** Scores of sentences that a language model judged, within the bounds of the verdicts. */
const JUDGED_SCORES: Readonly<Record<Grounded, number>> = { supported: 1, partial: 0.4, unsupported: 0 };

/** The same sentence after a language model judged it by `passages`. */
export function judgedAs(
  verdict: Grounded,
  { verdict: rulesVerdict, alarms }: CheckedStatement,
  passages: readonly number[],
): CheckedStatement {
  return {
    ...{ verdict, rulesVerdict },
    score: JUDGED_SCORES[verdict],
    alarms: verdict === 'supported' ? [] : alarms,
    citations: verdict === 'unsupported' ? [] : passages,
  };
}

/** The verdict by the passages that support a sentence best: each alone, else the best two or three together. */
function bestOf(
  claim: Claim,
  passages: readonly NumberedPassage[],
  { mode, verdictOf }: { mode: ChatMode; verdictOf: (passage: NumberedPassage) => SentenceVerdict },
): CheckedStatement {
  const alone = passages
    .map((passage) => ({ passage, verdict: verdictOf(passage) }))
    .sort((a, b) => RANK[b.verdict.verdict] - RANK[a.verdict.verdict] || b.verdict.score - a.verdict.score);
  const first = alone[0];
  if (!first) return NOTHING;
  const { verdict } = first.verdict;
  if (verdict !== 'supported' && mode !== 'strict') {
    const composed = composedOf(
      claim,
      alone.map(({ passage }) => passage),
    );
    // A number from just anywhere does not count.
    if (composed && isSaidOfTheSame(claim, composed, passages)) return composed;
  }
  if (verdict === 'unsupported') return { ...first.verdict, citations: [] };
  const carrying = alone.filter((other) => other.verdict.verdict === verdict);
  return { ...first.verdict, citations: carrying.map(({ passage }) => passage.n) };
}

/**
 * Minimum score in `strict`: about three quarters of what a sentence says are in its passage. A lower one leaves room for
 * an unsupported clause.
 */
const STRICT_SCORE_MIN = 0.7;

function atMost(
  verdict: SentenceVerdict,
  mode: ChatMode,
  { claim, passage: { evidence } }: { claim: Claim; passage: NumberedPassage },
): SentenceVerdict {
  if (mode !== 'strict' || verdict.verdict !== 'supported') return verdict;
  const isLoose = verdict.score < STRICT_SCORE_MIN || !hasItsNumbersInPlace(claim, evidence());
  return isLoose ? { ...verdict, verdict: 'partial' } : verdict;
}

/**
 * Whether each number of a claim stands in a sentence or heading of the evidence that has another word of the claim, its
 * neighbours apart: otherwise `2` of `2 GB` would do for `2 requests per minute`.
 */
function hasItsNumbersInPlace(claim: Claim, { language, sentences }: Evidence): boolean {
  const { words } = claim.in(language);
  return words.every(({ kind, key }, i) => {
    if (kind !== 'number') return true;
    const next = [words[i - 1]?.key, key, words[i + 1]?.key];
    const others = new Set(contentKeys(words.filter((other) => !next.includes(other.key))));
    return sentences().some(
      ({ range, keys, content }) =>
        keys.includes(key) &&
        (range === null || others.size === 0 || content.some((other) => others.has(other))),
    );
  });
}

/**
 * The best passage and those that add most to it, once they support the claim together. Partial support from words
 * scattered over passages does not count.
 *
 * @param passages Best first, at least one.
 */
function composedOf(claim: Claim, passages: readonly NumberedPassage[]): CheckedStatement | undefined {
  let chosen = passages.slice(0, 1);
  let scoreMax = 0;
  while (chosen.length < COMPOSED_MAX) {
    const best = passages
      .filter((passage) => !chosen.includes(passage))
      .map((passage) => together(claim, [...chosen, passage]))
      .sort((a, b) => b.score - a.score)[0];
    if (!best || best.score <= scoreMax) return undefined;
    scoreMax = best.score;
    chosen = best.passages;
    const verdict = best.verdict();
    if (verdict.verdict !== 'supported') continue;
    return { ...verdict, citations: chosen.map(({ n }) => n).sort((a, b) => a - b), isComposed: true };
  }
  return undefined;
}

function together(claim: Claim, passages: NumberedPassage[]) {
  const parts = passages.map(({ evidence }) => evidence());
  return { passages, ...compareWords(claim, parts) };
}

/** Minimum other words of a claim that stand beside its number or name in a passage. */
const BESIDE_MIN = 2;

/**
 * Whether each number and name of a composed claim is said of the same: a sentence of a passage has it together with
 * other words of the claim, its units (`days`, `euros`) and other names apart. Otherwise any passage with a 30 would turn an
 * allowance of 45 euros into one of 30. German nouns look like names, and are not compared.
 */
function isSaidOfTheSame(
  claim: Claim,
  { citations }: CheckedStatement,
  passages: readonly NumberedPassage[],
): boolean {
  const cited = passages.filter(({ n }) => citations.includes(n)).map(({ evidence }) => evidence());
  const language = cited[0]?.language ?? null;
  const { words } = claim.in(language);
  const isNamed = (word: Word) => packOf(language)?.capitals !== 'nouns' && isName(word);
  return words.every((word, i) => {
    const { kind, key } = word;
    if (kind !== 'number' && !isNamed(word)) return true;
    const next = kind === 'number' ? [words[i - 1]?.key, key, words[i + 1]?.key] : [key];
    const others = new Set(
      contentKeys(words.filter((other) => !next.includes(other.key) && !isNamed(other))),
    );
    return cited.some(({ sentences }) =>
      sentences().some(
        ({ keys, content }) =>
          keys.includes(key) && new Set(content.filter((other) => others.has(other))).size >= BESIDE_MIN,
      ),
    );
  });
}

/** Of the supporting passages that the model did not cite, only the best is added. */
function onlyFirst(checked: CheckedStatement): CheckedStatement {
  return checked.isComposed ? checked : { ...checked, citations: checked.citations.slice(0, 1) };
}

const NOTHING: CheckedStatement = { verdict: 'unsupported', score: 0, alarms: [], citations: [] };
const RANK: Readonly<Record<Grounded, number>> = { supported: 2, partial: 1, unsupported: 0 };

/** Score of a sentence in another language than its sources, which have all its numbers. */
const TRANSLATED_SCORE = 0.4;

/**
 * Words of two languages cannot be compared, but numbers and names in Latin letters can: a translated sentence is
 * partly supported when it cites the passage, has a number or a name, and has none that the passage lacks.
 */
function acrossLanguages(
  sentence: string,
  named: readonly NumberedPassage[],
  language: string | null,
): CheckedStatement | undefined {
  const foreign = named.filter(
    ({ passage }) => language !== null && passage.language !== null && passage.language !== language,
  );
  const tokens = comparableTokens(sentence);
  const carrying = foreign.filter(({ passage }) => {
    const known = new Set(comparableTokens(passage.text));
    return tokens.length > 0 && tokens.every((token) => known.has(token));
  });
  if (carrying.length === 0) return undefined;
  return {
    verdict: 'partial',
    score: TRANSLATED_SCORE,
    alarms: [],
    citations: carrying.map(({ n }) => n),
  };
}

/** The numbers of a text in normal form. */
function comparableTokens(text: string): string[] {
  return (text.match(/\p{Nd}+(?:[.,٫٬]\p{Nd}+)*/gu) ?? []).map(numberForm);
}
