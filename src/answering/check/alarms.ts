import type { Alignment } from './alignment.ts';
import { type Difference, differencesOf, isContent } from './differences.ts';
import { negationsIn } from './evidence.ts';
import type { Word } from './words.ts';

/** Ways in which a sentence can differ from its source. */
export type AlarmKind =
  /** A number that the source does not have. */
  | 'number'
  /** A number, a name or other words of the source, but from another place. */
  | 'moved'
  /** Another unit, currency or counted thing beside a number. */
  | 'unit'
  /** A name, or another word with a capital, that the source does not have there. */
  | 'name'
  /** Another word than the source's. */
  | 'word'
  /** Negated where the source is not, or vice versa. */
  | 'negation';

export interface Alarm {
  readonly kind: AlarmKind;
  /** `veto`: the sentence is nearly a quotation, and was altered. `flag`: someone should look. */
  readonly effect: 'veto' | 'flag';
}

/** Minimum shares of a near-quotation's words that are in its source, and in runs of it. */
const NEAR = { share: 0.6, tight: 0.7 } as const;
/** Runs are not required of a claim with fewer words. */
const SHORT = { words: 8, share: 0.75 } as const;

function isNearQuotation({ claim, share, tight }: Alignment): boolean {
  return (share >= NEAR.share && tight >= NEAR.tight) || (claim.length < SHORT.words && share >= SHORT.share);
}

/** @param isKnown Whether a key occurs anywhere in the evidence. */
export function alarmsOf(alignment: Alignment, isKnown: (key: string) => boolean): Alarm[] {
  const isNear = isNearQuotation(alignment);
  const alarms: Alarm[] = [];
  for (const word of alignment.claim) {
    if (word.kind !== 'number' || isCode(word) || isKnown(word.key)) continue;
    alarms.push({ kind: 'number', effect: isNear ? 'veto' : 'flag' });
  }
  if (!isNear) return alarms;
  for (const difference of differencesOf(alignment)) alarms.push(...judge(difference, isKnown));
  alarms.push(...signAlarms(alignment));
  return alarms;
}

function judge(difference: Difference, isKnown: (key: string) => boolean): Alarm[] {
  const { claimed, instead } = difference;
  if (isSameJoined(claimed, instead)) return [];
  const isReplaced = instead.some(isContent);
  const alarms: Alarm[] = [];
  const add = (kind: AlarmKind, effect: Alarm['effect']) => alarms.push({ kind, effect });

  for (const word of claimed) {
    if (word.kind === 'number' && isKnown(word.key)) add('moved', isReplaced ? 'veto' : 'flag');
    else if (isCode(word)) add('number', isReplaced ? 'veto' : 'flag');
    else if (isName(word)) {
      if (!isKnown(word.key)) add('name', 'veto');
      else if (isReplaced) add('moved', 'flag');
    }
  }
  if (hasOtherUnit(difference)) add('unit', 'veto');
  const negation = negationAlarm(difference);
  if (negation) alarms.push(negation);
  if (isReplaced && alarms.length === 0 && claimed.some(isPlainContent)) add('word', 'flag');
  return alarms;
}

/** A word with letters and digits is as much a name as a number: `IC3`, `v2`. */
function isCode({ kind, key }: Word): boolean {
  return kind === 'number' && /\p{L}/u.test(key);
}

/** Whether a word has a capital that its place does not give it. */
export function isName({ kind, isCapitalised, opensSentence }: Word): boolean {
  return kind === 'word' && isCapitalised && !opensSentence;
}

function isPlainContent({ kind }: Word): boolean {
  return kind === 'word' || kind === 'character';
}

/** `stop words` for `stopwords`, `ROR-γ` for `RORγ`. */
function isSameJoined(claimed: readonly Word[], instead: readonly Word[]): boolean {
  const joined = (words: readonly Word[]) => words.map(({ key }) => key.replace(/^\./, '')).join('');
  return claimed.length > 0 && joined(claimed) === joined(instead);
}

/** Whether the source has another word after a number. */
function hasOtherUnit({ claimed, instead, before }: Difference): boolean {
  if (before?.claim.kind !== 'number') return false;
  const [unit, stated] = [claimed[0], instead[0]];
  if (!unit || !stated || !isPlainContent(unit) || !isPlainContent(stated)) return false;
  return !isSpellingOf(unit.key, stated.key);
}

/** `metre` for `meter`, or one letter more or less. */
function isSpellingOf(a: string, b: string): boolean {
  const sorted = (word: string) => [...word].sort().join('');
  return a.length > 3 && (sorted(a) === sorted(b) || (a.startsWith(b) && b.length > 3) || b.startsWith(a));
}

/** Greatest distance, in words, of a negation in the source from the words that the claim repeats. */
const NEGATION_REACH = 3;

/** When the words around it were changed as well, the claim may express it differently (`avoid` for `do not`). */
function negationAlarm({ claimed, instead, before, after, isInOrder }: Difference): Alarm | undefined {
  if (negationsIn(claimed) % 2 === negationsIn(instead) % 2) return undefined;
  const isRewritten = claimed.some((word) => isContent(word) && !word.isNegation);
  const effect = isRewritten ? 'flag' : 'veto';
  if (claimed.some(({ isNegation }) => isNegation)) return { kind: 'negation', effect };
  const at = instead.findIndex(({ isNegation }) => isNegation);
  const behind = instead.length - 1 - at;
  const opensBefore = instead.slice(0, at + 1).some(({ opensClause }) => opensClause);
  const opensBehind =
    instead.slice(at + 1).some(({ opensClause }) => opensClause) || after?.source.opensClause === true;
  // A clause left out as a whole takes its negation with it.
  const isNextBefore = at < NEGATION_REACH && !opensBefore;
  const isNextBehind = behind < NEGATION_REACH && !opensBehind;
  let belongs = false;
  if (isInOrder) belongs = at < NEGATION_REACH && behind < NEGATION_REACH && !(opensBefore && opensBehind);
  else if (!after) belongs = isNextBefore;
  else if (!before) belongs = isNextBehind;
  return belongs ? { kind: 'negation', effect } : undefined;
}

/** Percent, currency and degree signs beside an aligned number must be the source's. */
function signAlarms({ claim, source, placeOf }: Alignment): Alarm[] {
  const alarms: Alarm[] = [];
  for (const [i, word] of claim.entries()) {
    const place = placeOf[i]!;
    if (word.kind !== 'number' || place === -1) continue;
    const claimed = signsBeside(claim, i);
    const stated = signsBeside(source, place);
    if (claimed.size !== stated.size || [...claimed].some((sign) => !stated.has(sign)))
      alarms.push({ kind: 'unit', effect: 'veto' });
  }
  return alarms;
}

/** A comma separates its two sides. */
function signsBeside(words: readonly Word[], i: number): Set<string> {
  const before = words[i]!.opensClause ? undefined : words[i - 1];
  const behind = words[i + 1]?.opensClause ? undefined : words[i + 1];
  return new Set([before, behind].flatMap((word) => (word?.kind === 'sign' ? [word.key] : [])));
}
