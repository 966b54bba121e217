import type { Grounded } from '../../ports/given-answer.ts';
import { type Alarm, alarmsOf } from './alarms.ts';
import { align } from './alignment.ts';
import type { Claim } from './claim.ts';
import type { Evidence } from './evidence.ts';
import { supportScore } from './support-score.ts';
import { swappedValues } from './swapped-values.ts';
import { isQuotedFrom } from './verbatim.ts';

export interface SentenceVerdict {
  readonly verdict: Grounded;
  /** How far the evidence supports the sentence, 0–1. */
  readonly score: number;
  readonly alarms: readonly Alarm[];
}

/** Minimum scores of supported and of partly supported sentences. */
const SUPPORTED_MIN = 0.5;
const PARTIAL_MIN = 0.3;

/**
 * Checks a sentence against its evidence. A quotation is supported at once. An altered near-quotation (a number, a
 * unit, a name, a negation) is not supported, however many words it shares. Any other sentence is scored by the words
 * it shares; it is at most partly supported if it has a number that the evidence lacks, or replaces a word.
 */
export function verifyClaim(claim: Claim, evidence: Evidence): SentenceVerdict {
  if (isQuotedFrom(claim, evidence, evidence.language)) return { verdict: 'supported', score: 1, alarms: [] };
  return compareWords(claim, [evidence]).verdict();
}

/**
 * Compares a claim with several texts taken together, none of which has it verbatim.
 *
 * @param parts At least one; the claim is read in the language of the first.
 * @returns The score, 0–1, and how to get the verdict, which takes longer.
 */
export function compareWords(
  claim: Claim,
  parts: readonly Evidence[],
): { readonly score: number; readonly verdict: () => SentenceVerdict } {
  const words = claim.in(parts[0]!.language);
  const sentences = parts.flatMap((part) => words.sharedWith(part));
  const isKnown = (key: string) => parts.some((part) => part.keys().has(key));
  const score = supportScore(words, sentences, isKnown);
  const readAlarms = () => {
    const alarms = alarmsOf(align(words, sentences), isKnown);
    return alarms.length > 0 ? alarms : swappedValues(words, sentences);
  };
  const verdict = () => (score < PARTIAL_MIN ? unsupported(score, readAlarms) : judged(score, readAlarms()));
  return { score, verdict };
}

function judged(score: number, alarms: readonly Alarm[]): SentenceVerdict {
  if (alarms.some(({ effect }) => effect === 'veto')) return { verdict: 'unsupported', score, alarms };
  return { verdict: score >= SUPPORTED_MIN && alarms.length === 0 ? 'supported' : 'partial', score, alarms };
}

/** Alarms are computed on demand: for most passages checked, nobody reads them. */
function unsupported(score: number, readAlarms: () => readonly Alarm[]): SentenceVerdict {
  return {
    verdict: 'unsupported',
    score,
    get alarms() {
      return readAlarms();
    },
  };
}
