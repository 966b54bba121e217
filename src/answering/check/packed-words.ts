import type { Word } from './words.ts';

/** The properties of a text's words besides their keys, in compact form. */
export interface PackedWords {
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** The kind's index in `KINDS`, and bits of `TRAIT`. */
  readonly traits: Uint8Array;
}

const KINDS: readonly Word['kind'][] = ['word', 'stop', 'number', 'sign', 'character'];
const KIND_BITS = 0b111;
const TRAIT = { isCapitalised: 8, isNegation: 16, opensClause: 32, opensSentence: 64 } as const;

export function packWords(words: readonly Word[]): PackedWords {
  return {
    starts: Uint32Array.from(words, ({ start }) => start),
    ends: Uint32Array.from(words, ({ end }) => end),
    traits: Uint8Array.from(words, traitsOf),
  };
}

/** Unpacks as many words as there are keys, from `first` on. */
export function unpackWords(
  { starts, ends, traits }: PackedWords,
  { keys, first }: { keys: readonly string[]; first: number },
): Word[] {
  return keys.map((key, i) => {
    const bits = traits[first + i]!;
    return {
      key,
      start: starts[first + i]!,
      end: ends[first + i]!,
      kind: KINDS[bits & KIND_BITS]!,
      isCapitalised: (bits & TRAIT.isCapitalised) !== 0,
      isNegation: (bits & TRAIT.isNegation) !== 0,
      opensClause: (bits & TRAIT.opensClause) !== 0,
      opensSentence: (bits & TRAIT.opensSentence) !== 0,
    };
  });
}

function traitsOf({ kind, isCapitalised, isNegation, opensClause, opensSentence }: Word): number {
  return (
    KINDS.indexOf(kind) |
    (isCapitalised ? TRAIT.isCapitalised : 0) |
    (isNegation ? TRAIT.isNegation : 0) |
    (opensClause ? TRAIT.opensClause : 0) |
    (opensSentence ? TRAIT.opensSentence : 0)
  );
}
