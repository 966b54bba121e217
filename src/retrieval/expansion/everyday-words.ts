import { readFileSync } from 'node:fs';
import { packOf } from '../../languages/languages.ts';
import type { QueryVariant } from '../../ports/search-index.ts';
import type { ParsedQuestion, Variants } from '../../question/parsed-question.ts';
import { analyze, type Token } from '../../text/analyzer.ts';

/** Weight of a variant against 1 for the word itself; between two others of a line it is half of it. */
const VARIANT_WEIGHT = 0.5;
/** Of one word. With 14, the right passage is among three for 172 everyday questions instead of 175, with 28 for 176. */
const VARIANTS_MAX = 16;
/** Languages whose lists are kept. */
const LISTS_MAX = 16;
/** Lists without lines of an operator, for all retrievers of a process: reading one takes a tenth of a second. */
const BUILT_IN = new Map<string, WordList>();
/** Maximum words between two of a phrase: `kick somebody out`, `the screen of my phone is cracked`. */
const GAP_MAX = 3;

/** Finds the variants of a question's words. */
export interface EverydayWords {
  /**
   * @param question The question as it stands alone.
   * @param language ISO 639-1 code of the language to read it in; null when unknown.
   * @param isKnown Whether the corpus has a term; other variants are left out.
   * @returns By the question's index terms.
   */
  variants(
    question: Pick<ParsedQuestion, 'standalone' | 'spellings'>,
    language: string | null,
    isKnown: (term: string) => boolean,
  ): Variants;
  /** Whether a list has a word with this index term. */
  isWord(term: string, language: string): boolean;
}

/** A word or phrase, as index terms: one object for each, so that it can be told from others. */
type Terms = readonly string[];

/** A word or phrase of a line. */
interface Member {
  readonly terms: Terms;
  /** Terms that a question has in this order: the content words, or all where there are fewer than two of these. */
  readonly asked: Terms;
}

/** A word or phrase of a list. */
interface Phrase extends Pick<Member, 'asked'> {
  /** What may stand for it, and how surely. */
  readonly others: ReadonlyMap<Terms, number>;
}

interface WordList {
  /** The phrases whose `asked` begins with a term, longest first. */
  phrasesFrom(term: string): readonly Phrase[];
  /** Index terms of all its words; analysed when first asked for. */
  vocabulary(): ReadonlySet<string>;
}

/**
 * Reads lists of near-equal words: lines of words and phrases with commas between, the first of which is what people
 * say. It stands for each of the others and each of them for it; two others stand for each other at half the weight.
 *
 * @param own Lines of the operator's own, for any language.
 */
export function createEverydayWords(own: readonly string[] = []): EverydayWords {
  const lists = own.length === 0 ? BUILT_IN : new Map<string, WordList>();
  const listOf = (language: string): WordList => {
    let list = lists.get(language);
    if (!list) {
      const lines = [...linesOf(language), ...own].filter((line) => !line.startsWith('#'));
      list = readList(lines, language);
      // Requests may name any language.
      if (lists.size >= LISTS_MAX) lists.clear();
      lists.set(language, list);
    }
    return list;
  };
  return {
    isWord: (term, language) => listOf(language).vocabulary().has(term),
    variants({ standalone, spellings }, language, isKnown) {
      const variants = new Map<string, QueryVariant[]>();
      if (!language) return variants;
      const tokens = wholeWords(standalone.tokens(language)).map((token) => ({
        ...token,
        term: spellings?.get(token.term)?.[0]?.term ?? token.term,
      }));
      const { phrasesFrom } = listOf(language);
      const verbs = joinedVerbs(tokens, standalone.text, language);
      const joined = verbs.find(({ term }) => isKnown(term)) ?? verbs[0];
      if (joined) {
        if (isKnown(joined.term)) add(variants, joined.of, { terms: [joined.term], weight: 1 });
        for (const { asked, others } of phrasesFrom(joined.term))
          if (asked.length === 1) addOthers(others, [joined.of], { isKnown, variants });
      }
      const terms = new Set(tokens.map(({ term }) => term));
      for (const [at, { term }] of tokens.entries()) {
        for (const { asked, others } of phrasesFrom(term)) {
          if (!asked.every((each) => terms.has(each))) continue;
          const found = occurrence(asked, tokens, at);
          const content = found.filter(({ kind }) => kind !== 'stop');
          addOthers(
            others,
            content.map((token) => token.term),
            { isKnown, variants },
          );
        }
      }
      for (const [term, found] of variants)
        variants.set(term, found.sort((a, b) => b.weight - a.weight).slice(0, VARIANTS_MAX));
      return variants;
    },
  };
}

/**
 * `anmelden` for `Wie melde ich mich an?`: each content word, in order, joined with the particle at the end. Only the
 * verb gives a word that exists.
 */
function joinedVerbs(tokens: readonly Token[], text: string, language: string) {
  const { joinsCompounds, verbParticles = '' } = packOf(language) ?? {};
  const surface = ({ start, end }: Token) => text.slice(start, end).toLowerCase();
  const particle = tokens.length > 0 ? surface(tokens.at(-1)!) : '';
  if (!joinsCompounds || !verbParticles.split(' ').includes(particle)) return [];
  return tokens.slice(0, -1).flatMap((word) => {
    const [joined] = word.kind === 'stop' ? [] : analyze(particle + surface(word), language);
    return joined ? [{ of: word.term, term: joined.term }] : [];
  });
}

function linesOf(language: string): string[] {
  const file = packOf(language)?.everydayWords;
  return file ? readFileSync(file, 'utf8').split('\n') : [];
}

/** Phrases are analysed up to their first content word at once, and the rest of a line when a question has one of these. */
function readList(lines: readonly string[], language: string): WordList {
  const tokens = new Map<string, Token | undefined>();
  const tokenOf = (word: string) => {
    if (!tokens.has(word)) tokens.set(word, analyze(word, language)[0]);
    return tokens.get(word);
  };
  const linesFrom = new Map<string, number[]>();
  for (const [number, line] of lines.entries()) {
    for (const member of line.split(',')) {
      for (const word of member.trim().split(' ')) {
        const token = tokenOf(word);
        if (!token) continue;
        const numbers = linesFrom.get(token.term) ?? [];
        linesFrom.set(token.term, numbers);
        if (numbers.at(-1) !== number) numbers.push(number);
        if (token.kind !== 'stop') break;
      }
    }
  }
  const known = new Map<string, Member>();
  const memberOf = (text: string): Member[] => {
    const words = wholeWords(analyze(text, language));
    if (words.length === 0) return [];
    const terms = words.map(({ term }) => term);
    const content = words.filter(({ kind }) => kind !== 'stop').map(({ term }) => term);
    const key = terms.join(' ');
    const same = known.get(key) ?? { terms, asked: content.length > 1 ? content : terms };
    known.set(key, same);
    return [same];
  };
  const membersOf = (number: number) => [...new Set(lines[number]!.split(',').flatMap(memberOf))];
  const phrases = new Map<string, Phrase[]>();
  let vocabulary: ReadonlySet<string> | undefined;
  return {
    vocabulary() {
      vocabulary ??= new Set(
        lines.flatMap((line) => line.split(/[, ]+/).flatMap((word) => tokenOf(word)?.term ?? [])),
      );
      return vocabulary;
    },
    phrasesFrom(term) {
      const numbers = linesFrom.get(term);
      if (!numbers) return [];
      const found = phrases.get(term) ?? phrasesOf(numbers.map(membersOf), term);
      phrases.set(term, found);
      return found;
    },
  };
}

/** The phrases of `groups` whose `asked` begins with `first`, longest first. */
function phrasesOf(groups: readonly Member[][], first: string): Phrase[] {
  const phrases = new Map<Member, Map<Terms, number>>();
  for (const members of groups) {
    for (const [i, one] of members.entries()) {
      if (one.asked[0] !== first) continue;
      const others = phrases.get(one) ?? new Map<Terms, number>();
      phrases.set(one, others);
      for (const [j, { terms }] of members.entries()) {
        if (i === j) continue;
        const weight = i === 0 || j === 0 ? VARIANT_WEIGHT : VARIANT_WEIGHT / 2;
        others.set(terms, Math.max(weight, others.get(terms) ?? 0));
      }
    }
  }
  return Array.from(phrases, ([{ asked }, others]) => ({ asked, others })).sort(
    (a, b) => b.asked.length - a.asked.length,
  );
}

/** The words of a text without their parts: `2fa`, not `2` and `fa` as well. */
function wholeWords(tokens: readonly Token[]): Token[] {
  let end = 0;
  return tokens.filter((token) => {
    if (token.start < end) return false;
    end = token.end;
    return true;
  });
}

/** The tokens of a phrase that begins at `start`; none when it does not. */
function occurrence(asked: Terms, tokens: readonly Token[], start: number): readonly Token[] {
  const found = [tokens[start]!];
  let at = start + 1;
  for (let i = 1; i < asked.length; i++) {
    const end = Math.min(at + GAP_MAX + 1, tokens.length);
    while (at < end && tokens[at]!.term !== asked[i]) at++;
    if (at === end) return [];
    found.push(tokens[at++]!);
  }
  return found;
}

function addOthers(
  others: Phrase['others'],
  of: readonly string[],
  { isKnown, variants }: { isKnown: (term: string) => boolean; variants: Map<string, QueryVariant[]> },
): void {
  for (const [terms, weight] of others) {
    if (!terms.every(isKnown)) continue;
    for (const term of of) add(variants, term, { terms, weight });
  }
}

function add(variants: Map<string, QueryVariant[]>, term: string, variant: QueryVariant): void {
  if (variant.terms.length === 1 && variant.terms[0] === term) return;
  const found = variants.get(term) ?? [];
  variants.set(term, found);
  const same = found.findIndex(({ terms }) => terms === variant.terms);
  if (same < 0) found.push(variant);
  else if (found[same]!.weight < variant.weight) found[same] = variant;
}
