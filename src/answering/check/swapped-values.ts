import { type Alarm, isName } from './alarms.ts';
import type { ClaimWords, SharedSentence } from './claim.ts';
import { type Entry, entriesIn, type SentenceEntries } from './entries.ts';
import type { Word } from './words.ts';

/**
 * Flags numbers and names of a claim that the evidence says of something else: the words that tell its entries apart
 * lead from the claim to another entry, with another value of the same kind. `Paid weeks: 10 | Notice: 4 weeks` does not
 * support `The notice is 10 weeks`. An entry is a sentence or a row, or a clause or a cell of it.
 *
 * Only clear swaps count: the claim says nothing else of the entry with its value, does not name the other value, and
 * the two entries differ in their labels, in the cells of a column, or in words beside the same word.
 */
export function swappedValues({ words }: ClaimWords, sentences: readonly SharedSentence[]): Alarm[] {
  const values = words.filter(isValue);
  if (values.length === 0) return [];
  const claimed = new Set(words.map(({ key }) => key));
  const read = sentences.map(({ sentence }) => entriesIn(sentence));
  return values.flatMap((value): Alarm[] => {
    const places = read.filter(({ whole }) => whole.keys.has(value.key));
    const isSwapped =
      places.length > 0 && places.every((place) => isSaidOfAnother({ value, words, claimed }, place, read));
    return isSwapped ? [{ kind: 'moved', effect: 'flag' }] : [];
  });
}

interface Claimed {
  readonly value: Word;
  /** All words of the claim, and their keys. */
  readonly words: readonly Word[];
  readonly claimed: ReadonlySet<string>;
}

/** Whether a sentence with the value loses to another one, or each of its clauses with the value to another clause. */
function isSaidOfAnother(
  claim: Claimed,
  own: SentenceEntries,
  sentences: readonly SentenceEntries[],
): boolean {
  const near = sentences.filter(({ text }) => text === own.text);
  const losesToOneOf = (rivals: readonly Entry[], entry: Entry) =>
    rivals.some((rival) => rival !== entry && losesTo(rival, entry, claim));
  if (
    losesToOneOf(
      near.map(({ whole }) => whole),
      own.whole,
    )
  )
    return true;
  // The cells of another row are about something else.
  const clauses = own.whole.isTabular ? own.clauses : near.flatMap((each) => each.clauses);
  return own.clauses
    .filter(({ keys }) => keys.has(claim.value.key))
    .every((clause) => losesToOneOf(clauses, clause));
}

/** Whether the claim is about the rival, but has the value of the entry. */
function losesTo(rival: Entry, entry: Entry, { value, words, claimed }: Claimed): boolean {
  if (rival.keys.has(value.key)) return false;
  const content = words.filter(({ kind }) => kind !== 'stop');
  const covered = content.filter(({ key }) => entry.keys.has(key) || rival.keys.has(key));
  if (covered.length / content.length < COVERED_MIN) return false;
  const repeated = repeatedWith(value, words, entry.words);
  const isOwn = ({ key, kind }: Word) => kind !== 'stop' && !repeated.has(key) && !rival.keys.has(key);
  if (entry.words.some((word) => claimed.has(word.key) && isOwn(word))) return false;

  const named = placesOf(
    rival,
    (word) => isLabel(word) && claimed.has(word.key) && !entry.keys.has(word.key),
  );
  const unnamed = placesOf(
    entry,
    (word) => isLabel(word) && !claimed.has(word.key) && !rival.keys.has(word.key),
  );
  const place = entry.words.findIndex(({ key }) => key === value.key);
  const values = placesOf(rival, (word) => !claimed.has(word.key) && isSameKind(value, word));
  if (values.length === 0) return false;
  const isTable = rival.isTabular && entry.isTabular;
  const isBesideSame = (a: number, b: number) =>
    [-1, 1].some((offset) => {
      const word = rival.words[a + offset];
      return word !== undefined && word.key === entry.words[b + offset]?.key;
    });
  const areParallel = (a: number, b: number) =>
    (a < rival.labelLength && b < entry.labelLength) ||
    (isTable && a === 0 && b === 0) ||
    (isBesideSame(a, b) && (isTable || values.some((i) => isBesideSame(i, place))));
  return named.some((a) => unnamed.some((b) => areParallel(a, b)));
}

/** Minimum share of the claim's words that the two entries have: of a longer claim, they may be a minor part. */
const COVERED_MIN = 0.65;

function placesOf({ words }: Entry, is: (word: Word) => boolean): number[] {
  return words.flatMap((word, i) => (is(word) ? [i] : []));
}

/** The keys of the longest run around the value that is in both texts, such as its unit. */
function repeatedWith(value: Word, claim: readonly Word[], entry: readonly Word[]): Set<string> {
  const at = claim.findIndex(({ key }) => key === value.key);
  const place = entry.findIndex(({ key }) => key === value.key);
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
  return isNumber(word) || isName(word);
}

function isSameKind(value: Word, word: Word): boolean {
  if (!isNumber(value)) return isLabel(word) && word.isCapitalised;
  return isNumber(word) && isYear(word) === isYear(value);
}

/** Numbers in words among them. */
function isNumber({ key }: Word): boolean {
  return /^\d[\d.]*$/.test(key);
}

function isYear({ key }: Word): boolean {
  return /^(?:1[5-9]|20)\d\d$/.test(key);
}

function isLabel(word: Word): boolean {
  return (word.kind === 'word' || word.kind === 'character') && !isNumber(word);
}
