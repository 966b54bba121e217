import type { Grounded } from '../../ports/given-answer.ts';
import type { ReadPassage } from '../choose/passage-analysis.ts';
import type { EvidenceText } from './evidence.ts';
import type { SentenceVerdict } from './verify-sentence.ts';

export interface Grounding {
  readonly verdict: Grounded;
  /** How far the evidence supports the answer, 0–1: the mean over its statements. */
  readonly score: number;
}

/**
 * The verdict on an answer, from those on its statements: `supported` when all of them are, `unsupported` when none is
 * even in part, otherwise `partial`.
 */
export function overall(verdicts: readonly Pick<SentenceVerdict, 'verdict' | 'score'>[]): Grounding {
  const all = (verdict: Grounded) => verdicts.every((sentence) => sentence.verdict === verdict);
  return {
    verdict: all('unsupported') ? 'unsupported' : all('supported') ? 'supported' : 'partial',
    score: verdicts.reduce((sum, { score }) => sum + score, 0) / Math.max(1, verdicts.length),
  };
}

export function evidenceText({ passage, analysis }: ReadPassage): EvidenceText {
  const { text, language, title, section, updatedAt } = passage;
  // Of the date only the year: small numbers would make those of other statements known.
  const heading = [title, section ?? '', new Date(updatedAt).getUTCFullYear()].join(' › ');
  return { text, language, sentences: analysis.sentences, heading };
}
