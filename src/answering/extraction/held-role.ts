import type { Passage } from '../../retrieval/passage.ts';
import { type PassageReading, readPassage, TOKEN_TRAIT } from '../../retrieval/reranking/passage-reading.ts';
import type { QuestionWords } from '../question/question-words.ts';
import { matchesAt, type WordMatcher } from '../question/word-match.ts';
import type { AnalysedPassage, AnalysedSentence } from './passage-analysis.ts';

/**
 * Whether a sentence has the role asked for at the organisation asked about: `Chief Executive Officer, PepsiCo`, not
 * `Chief Executive Officer, PepsiCo Beverages North America`, who is somebody else, nor
 * `Chief Executive Officer, Europe`.
 *
 * @param found.isOwnerKnown The sentence or its context names the owner: a role at the end of the sentence is then
 *   theirs.
 */
export function holdsRole(
  { role }: QuestionWords,
  { passage, analysis: { terms } }: { passage: Passage; analysis: AnalysedPassage },
  { firstToken, endToken }: AnalysedSentence,
  { match, isOwnerKnown }: { match: WordMatcher; isOwnerKnown: boolean },
): boolean {
  if (!role) return false;
  const { held, owner } = role;
  const wordsAt = (token: number) =>
    matchesAt(match, terms, token).filter(({ factor }) => factor >= SURE_FACTOR);
  const isOwner = (token: number) =>
    token >= firstToken && token < endToken && wordsAt(token).some(({ word }) => owner.includes(word));
  const named: NamedRoles = { reading: readPassage(passage), firstToken, endToken, isOwner };
  const lastAt = new Map<number, number>();
  for (let last = firstToken; last < endToken; last++) {
    const own = wordsAt(last).filter(({ word }) => held.includes(word));
    if (own.length === 0) continue;
    for (const { word } of own) lastAt.set(word, last);
    const first = Math.min(...held.map((word) => lastAt.get(word) ?? Number.NEGATIVE_INFINITY));
    if (last - first >= held.length + GAP_TOKENS_MAX || isFormer(named, first)) continue;
    if (isOwnedBehind(named, last, isOwnerKnown) || isOwnedBefore(named, first, last)) return true;
  }
  return false;
}

interface NamedRoles extends Pick<AnalysedSentence, 'firstToken' | 'endToken'> {
  readonly reading: PassageReading;
  readonly isOwner: (token: number) => boolean;
}

/** `CEO of PepsiCo`, unless the name continues; or `Chair: Ann Baker`, where somebody else than the owner is named. */
function isOwnedBehind(sentence: NamedRoles, last: number, isOwnerKnown: boolean): boolean {
  const { reading, endToken, isOwner } = sentence;
  let next = last + 1;
  while (
    next < endToken &&
    next <= last + SMALL_WORDS_MAX &&
    (reading.traits[next]! & TOKEN_TRAIT.stop) !== 0
  )
    next++;
  if (next >= endToken) return isOwnerKnown;
  if (reading.text.slice(reading.ends[last], reading.starts[next]).includes(':'))
    return isOwnerKnown && !isOwner(next);
  if (!isOwner(next)) return false;
  while (isOwner(next + 1)) next++;
  return !goesOn(sentence, next);
}

/** `PepsiCo’s CEO`, `PepsiCo Chairman and CEO`. */
function isOwnedBefore(sentence: NamedRoles, first: number, last: number): boolean {
  const { reading, isOwner } = sentence;
  if (goesOn(sentence, last)) return false;
  for (let before = first - 1; before >= first - SMALL_WORDS_MAX; before--) {
    if (isOwner(before)) {
      const between = reading.text.slice(reading.ends[before], reading.starts[first]);
      return !/[.,;:|]/.test(between) && !isFormer(sentence, before);
    }
  }
  return false;
}

/** `Former CEO`: whoever had the role, unless the question asks for them, when the word is one of the role. */
function isFormer({ reading: { text, starts, ends }, firstToken }: NamedRoles, first: number): boolean {
  const before = first - 1;
  return before >= firstToken && FORMER.test(text.slice(starts[before], ends[before]));
}

const FORMER = /^(?:former|formerly|ex|previous|past|retired)$/i;

/** Whether a name continues after one of its tokens: with a capital, after nothing but a space. */
function goesOn({ reading: { text, traits, starts, ends }, endToken }: NamedRoles, token: number): boolean {
  const next = token + 1;
  return (
    next < endToken &&
    (traits[next]! & TOKEN_TRAIT.capitalised) !== 0 &&
    text.slice(ends[token], starts[next]).trim() === ''
  );
}

/** Excludes words of similar form or meaning, which name another role. */
const SURE_FACTOR = 0.9;
/** Most other tokens between the words of a role. */
const GAP_TOKENS_MAX = 2;
/** Most tokens between a role and its owner. */
const SMALL_WORDS_MAX = 3;
