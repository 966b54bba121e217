import type { Grounded } from './answer.ts';
import type { ReadPassage } from './extraction/passage-analysis.ts';
import { type EvidenceText, evidenceOf } from './grounding/evidence.ts';
import { type SentenceVerdict, verifySentence } from './grounding/verify-sentence.ts';

/** A sentence of an answer, and the passages that it cites. */
export interface Statement {
  readonly text: string;
  readonly evidence: readonly ReadPassage[];
}

export interface Grounding {
  readonly verdict: Grounded;
  /** How far the evidence supports the answer, 0–1: the mean over its statements. */
  readonly score: number;
  /** One for each statement, with its alarms. */
  readonly statements: readonly SentenceVerdict[];
}

/**
 * Checks whether every statement agrees with its evidence.
 *
 * @returns `supported` when all statements are, `unsupported` when none is even in part, otherwise `partial`.
 */
export function checkGrounding(statements: readonly Statement[]): Grounding {
  const verdicts = statements.map(({ text, evidence }) =>
    verifySentence(text, evidenceOf(evidence.map(evidenceText))),
  );
  return { ...overall(verdicts), statements: verdicts };
}

/** The verdict on an answer, from those on its statements. */
export function overall(verdicts: readonly Pick<SentenceVerdict, 'verdict' | 'score'>[]): {
  verdict: Grounded;
  score: number;
} {
  const all = (verdict: Grounded) => verdicts.every((sentence) => sentence.verdict === verdict);
  return {
    verdict: all('unsupported') ? 'unsupported' : all('supported') ? 'supported' : 'partial',
    score: verdicts.reduce((sum, { score }) => sum + score, 0) / Math.max(1, verdicts.length),
  };
}

export function evidenceText({ passage, analysis }: ReadPassage): EvidenceText {
  const { text, language, title, section } = passage;
  return { text, language, sentences: analysis.sentences, heading: [title, section ?? ''].join(' › ') };
}
