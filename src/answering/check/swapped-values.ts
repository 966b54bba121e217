import { type Alarm, isName } from './alarms.ts';
import type { ClaimWords, SharedSentence } from './claim.ts';
import { type Entry, entriesIn, type SentenceEntries } from './entries.ts';
import type { EvidenceSentence } from './evidence.ts';
import type { Word } from './words.ts';

/**
 * Flags numbers and names of a claim that the evidence says of something else: the words that tell its entries apart
 * lead from the claim to another entry, with another value of the same kind. `Paid weeks: 10 | Notice: 4 weeks` does not
 * support `The notice is 10 weeks`. An entry is a sentence or a row, or a clause or a cell of it.
 *
 * Only clear swaps count: the claim says nothing else of the entry with its value, does not name the other value, and
 * the two entries differ in their labels, in the cells of a column, or in words beside the same word.
 */
export function swappedValues(claim: ClaimWords, sentences: readonly SharedSentence[]): Alarm[] {
  const values = claim.words.filter(isValue);
  if (values.length === 0) return [];
  const claimed = new Set(claim.words.map(({ key }) => key));
  const entriesOf = remembered(entriesIn);
  const others = sentences.filter(({ sentence }) => sentence.range !== null).map(({ sentence }) => sentence);
  return values.flatMap((value): Alarm[] => {
    const places = sentences.filter(({ sentence }) => sentence.keys.includes(value.key));
    const isSwapped =
      places.length > 0 &&
      places.every(({ sentence }) => isSaidOfAnother(sentence, { value, claim, claimed, others, entriesOf }));
    return isSwapped
      ? [{ kind: 'moved', effect: 'flag', range: { start: value.start, end: value.end } }]
      : [];
  });
}

interface Reading {
  readonly value: Word;
  readonly claim: ClaimWords;
  /** Keys of the claim. */
  readonly claimed: ReadonlySet<string>;
  readonly others: readonly EvidenceSentence[];
  readonly entriesOf: (sentence: EvidenceSentence) => SentenceEntries;
}

/** Whether each entry of a sentence that has the value is beaten, as a clause or together with the whole sentence. */
function isSaidOfAnother(sentence: EvidenceSentence, reading: Reading): boolean {
  if (sentence.range === null) return false;
  const { value, claim, claimed, others, entriesOf } = reading;
  const own = entriesOf(sentence);
  const near = others.filter(({ text }) => text === sentence.text);
  const isBeaten = (entry: Entry, rivals: readonly Entry[]) => {
    const repeated = repeatedWith(value, claim.words, entry.words);
    return rivals.some(
      (rival) => rival !== entry && beats(rival, entry, { value, claim, claimed, repeated }),
    );
  };
  const rows = near.filter((other) => other !== sentence).map((other) => entriesOf(other).whole);
  if (isBeaten(own.whole, rows)) return true;
  // The cells of another row are about something else.
  const clauses = own.whole.isTabular ? own.clauses : near.flatMap((other) => entriesOf(other).clauses);
  return own.clauses.filter(({ keys }) => keys.has(value.key)).every((clause) => isBeaten(clause, clauses));
}

/** @param repeated Keys of the words that claim and entry have next to the value, such as its unit. */
function beats(
  rival: Entry,
  entry: Entry,
  {
    value,
    claim,
    claimed,
    repeated,
  }: Pick<Reading, 'value' | 'claim' | 'claimed'> & { repeated: ReadonlySet<string> },
): boolean {
  if (rival.keys.has(value.key) || shareIn(claim, entry, rival) < COVERED_MIN) return false;
  for (const { key, kind } of entry.words)
    if (kind !== 'stop' && claimed.has(key) && !repeated.has(key) && !rival.keys.has(key)) return false;
  const labels = (of: Entry, but: Entry, isClaimed: boolean) =>
    placesOf(of, (word) => isNaming(word) && claimed.has(word.key) === isClaimed && !but.keys.has(word.key));
  const named = labels(rival, entry, true);
  const foreign = labels(entry, rival, false);
  if (named.length === 0 || foreign.length === 0) return false;
  const place = entry.words.findIndex(({ key }) => key === value.key);
  const frames = rival.words.flatMap((word, i) =>
    !claimed.has(word.key) && isSameKind({ value, claim, entry }, { word, i, rival })
      ? [frameOf(rival, i, entry, place)]
      : [],
  );
  return named.some((a) =>
    foreign.some((b) => {
      const label = frameOf(rival, a, entry, b);
      return frames.some((frame) => areParallel(label, frame));
    }),
  );
}

/** Minimum share of the claim's words that the two entries have: of a longer claim, they may be a minor part. */
const COVERED_MIN = 0.65;

function shareIn({ words }: ClaimWords, entry: Entry, rival: Entry): number {
  const content = words.filter(({ kind }) => kind !== 'stop');
  return content.filter(({ key }) => entry.keys.has(key) || rival.keys.has(key)).length / content.length;
}

/** In prose, both the labels and the values stand beside equal words, one of them more than a stop word. */
function areParallel(label: Frame, value: Frame): boolean {
  if (label === 'none' || label === 'table') return label === 'table';
  return value !== 'none' && (label === 'word' || value !== 'stop');
}

function placesOf({ words }: Entry, is: (word: Word) => boolean): number[] {
  return words.flatMap((word, i) => (is(word) ? [i] : []));
}

type Frame = 'table' | 'word' | 'stop' | 'none';

/** What gives two words of two entries the same role: labels or columns of a table, or an equal word beside them. */
function frameOf(rival: Entry, a: number, entry: Entry, b: number): Frame {
  if (a < rival.labelLength && b < entry.labelLength) return 'table';
  const besides = [-1, 1].flatMap((offset) => {
    const word = rival.words[a + offset];
    return word !== undefined && word.key === entry.words[b + offset]?.key ? [word.kind] : [];
  });
  const isTable = rival.isTabular && entry.isTabular;
  if (isTable && (besides.length > 0 || (a === 0 && b === 0))) return 'table';
  if (besides.length === 0) return 'none';
  return besides.every((kind) => kind === 'stop') ? 'stop' : 'word';
}

function isSameKind(
  { value, claim, entry }: { value: Word; claim: ClaimWords; entry: Entry },
  { word, i, rival }: { word: Word; i: number; rival: Entry },
): boolean {
  if (value.kind !== 'number') return isNaming(word) && word.isCapitalised;
  if (word.kind !== 'number' || isYear(word) !== isYear(value)) return false;
  const unit = unitAfter(rival.words, i);
  const units = [claim.words, entry.words].map((words) =>
    unitAfter(
      words,
      words.findIndex(({ key }) => key === value.key),
    ),
  );
  return unit === undefined || units.includes(unit) || units.includes(undefined);
}

function unitAfter(words: readonly Word[], i: number): string | undefined {
  const next = words[i + 1];
  return next === undefined || next.opensClause || !/^(?:word|sign|character)$/.test(next.kind)
    ? undefined
    : next.key;
}

/** The keys of the longest run around the value that is in both texts. */
function repeatedWith(value: Word, claim: readonly Word[], entry: readonly Word[]): Set<string> {
  const [at, place] = [claim, entry].map((words) => words.findIndex(({ key }) => key === value.key)) as [
    number,
    number,
  ];
  const keys = new Set([value.key]);
  for (const step of [-1, 1])
    for (let k = step; ; k += step) {
      const key = claim[at + k]?.key;
      if (key === undefined || key !== entry[place + k]?.key) break;
      keys.add(key);
    }
  return keys;
}

function isValue(word: Word): boolean {
  return word.kind === 'number' ? !/\p{L}/u.test(word.key) : isName(word);
}

function isNaming({ kind }: Word): boolean {
  return kind === 'word' || kind === 'character';
}

function isYear({ key }: Word): boolean {
  return /^(?:1[5-9]|20)\d\d$/.test(key);
}

function remembered<K, V>(read: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const value = known.get(key) ?? read(key);
    known.set(key, value);
    return value;
  };
}
