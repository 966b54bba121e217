import type { Grounded } from '../answer.ts';
import { type Alarm, alarmsOf } from './alarms.ts';
import { align } from './alignment.ts';
import type { Evidence } from './evidence.ts';
import { supportScore } from './support-score.ts';
import { isQuotedFrom } from './verbatim.ts';
import { type Word, wordsOf } from './words.ts';

export interface SentenceVerdict {
  readonly verdict: Grounded;
  /** How far the evidence carries the sentence, 0–1. */
  readonly score: number;
  readonly alarms: readonly Alarm[];
}

/** Least score of a supported and of a partly supported sentence. */
const SUPPORTED_MIN = 0.5;
const PARTIAL_MIN = 0.3;
/** What follows in a sentence that has no end is not read. */
const WORDS_MAX = 600;

/**
 * Whether a sentence says what its evidence says. A quotation is supported at once. A near-quotation that was altered
 * (a number, a unit, a name, a negation) is not supported, however many words it shares. Any other sentence goes by the
 * words it shares; it is at most partly supported when it has a number that the evidence lacks, or replaces a word.
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

/** Of most passages that are asked nobody wants to know what alarms: it is found out when somebody does. */
function unsupported(score: number, readAlarms: () => readonly Alarm[]): SentenceVerdict {
  return {
    verdict: 'unsupported',
    score,
    get alarms() {
      return readAlarms();
    },
  };
}

/** Words of a sentence as it may stand in a list: without its number, and with a label that names nothing. */
function claimWords(sentence: string, language: string | null): Word[] {
  const plain = sentence
    .replace(LIST_MARK, (mark) => ' '.repeat(mark.length))
    // The number of the next item, left behind where the text was cut into sentences.
    .replace(/(?<=[.:;!?]\s+)\p{Nd}{1,3}[.)]\s*$/u, '');
  const labelEnd = LABEL.exec(plain)?.[0].length ?? 0;
  return wordsOf(plain, language)
    .slice(0, WORDS_MAX)
    .map((word) => (word.isCapitalised && word.start < labelEnd ? { ...word, isCapitalised: false } : word));
}

const LIST_MARK = /^[\s*_#>•–-]*(?:\(?\p{Nd}{1,3}[.)]|\p{L}[.)])(?=[\s*])/u;
/** `Pay as you go: …`, `**Report Unwanted Messages**: …`: every word of a label may have a capital. */
const LABEL = /^[^.!?;:,\n]{1,60}:(?=[\s*])/u;
