import type { Grounded } from '../answer.ts';
import { type Alarm, alarmsOf } from './alarms.ts';
import { align } from './alignment.ts';
import type { Evidence } from './evidence.ts';
import { supportScore } from './support-score.ts';
import { isQuotedFrom } from './verbatim.ts';
import { type Word, wordsOf } from './words.ts';

export interface SentenceVerdict {
  readonly verdict: Grounded;
  /** How far the evidence supports the sentence, 0–1. */
  readonly score: number;
  readonly alarms: readonly Alarm[];
}

/** Least scores of supported and of partly supported sentences. */
const SUPPORTED_MIN = 0.5;
const PARTIAL_MIN = 0.3;
/** Words beyond this in an endless sentence are ignored. */
const WORDS_MAX = 600;

/**
 * Checks a sentence against its evidence. A quotation is supported at once. An altered near-quotation (a number, a
 * unit, a name, a negation) is not supported, however many words it shares. Any other sentence is scored by the words
 * it shares; it is at most partly supported if it has a number that the evidence lacks, or replaces a word.
 */
export function verifySentence(sentence: string, evidence: Evidence): SentenceVerdict {
  if (evidence.texts.some(({ text, language }) => isQuotedFrom(sentence, text, language)))
    return { verdict: 'supported', score: 1, alarms: [] };
  const claim = claimWords(sentence, evidence.language);
  const score = supportScore(claim, evidence);
  const readAlarms = () => alarmsOf(align(claim, evidence.sentences), (key) => evidence.keys.has(key));
  if (score < PARTIAL_MIN) return unsupported(score, readAlarms);
  const alarms = readAlarms();
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

/** Words of a sentence that may be a list item: without its number, and with its label not taken for names. */
function claimWords(sentence: string, language: string | null): Word[] {
  const plain = sentence
    .replace(LIST_MARK, (mark) => ' '.repeat(mark.length))
    // The number of the next item, left over from sentence splitting.
    .replace(/(?<=[.:;!?]\s+)\p{Nd}{1,3}[.)]\s*$/u, '');
  const labelEnd = LABEL.exec(plain)?.[0].length ?? 0;
  return wordsOf(plain, language)
    .slice(0, WORDS_MAX)
    .map((word) => (word.isCapitalised && word.start < labelEnd ? { ...word, isCapitalised: false } : word));
}

const LIST_MARK = /^[\s*_#>•–-]*(?:\(?\p{Nd}{1,3}[.)]|\p{L}[.)])(?=[\s*])/u;
/** `Pay as you go: …`, `**Report Unwanted Messages**: …`: every word of a label may have a capital. */
const LABEL = /^[^.!?;:,\n]{1,60}:(?=[\s*])/u;
