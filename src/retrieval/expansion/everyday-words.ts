import { readFileSync } from 'node:fs';
import { packOf } from '../../languages/languages.ts';
import type { QueryVariant } from '../../ports/search-index.ts';
import type { Variants } from '../../question/parsed-question.ts';
import { analyze, type Token } from '../../text/analyzer.ts';
import type { TokenizedText } from '../../text/tokenized-text.ts';

/** Weight of a variant against 1 for the word itself; between two others of a line it is half of it. */
const VARIANT_WEIGHT = 0.5;
/** Of one word. With ten, 106 answers to everyday questions have the facts instead of 109; with 20, no more have. */
const VARIANTS_MAX = 14;
/** Languages whose lists are kept. */
const LISTS_MAX = 16;
/** Maximum words between a verb and its particle: `turn the old one off`. */
const GAP_MAX = 3;
/** Finds the variants of a question's words. */
export interface EverydayWords {
  /**
   * @param question The question as it stands alone.
   * @param language ISO 639-1 code of the language to read it in; null when unknown.
   * @param isKnown Whether the corpus has a term; other variants are left out.
   * @returns By the question's index terms.
   */
  variants(question: TokenizedText, language: string | null, isKnown: (term: string) => boolean): Variants;
}

/** A word or phrase, as index terms: one object for each, so that it can be told from others. */
type Terms = readonly string[];

/** A word or phrase of a list. */
interface Phrase {
  readonly terms: Terms;
  /** What may stand for it, and how surely. */
  readonly others: ReadonlyMap<Terms, number>;
}

interface WordList {
  /** The phrases that begin with a term, longest first. */
  phrasesFrom(term: string): readonly Phrase[];
  /** Index terms of particles that may stand apart from their verb. */
  readonly particles: ReadonlySet<string>;
}

/**
 * Reads lists of near-equal words: lines of words and phrases with commas between, the first of which is what people
 * say. It stands for each of the others and each of them for it; two others stand for each other at half the weight.
 *
 * @param own Lines of the operator's own, for any language.
 */
export function createEverydayWords(own: readonly string[] = []): EverydayWords {
  const lists = new Map<string, WordList>();
  const listOf = (language: string): WordList => {
    let list = lists.get(language);
    if (!list) {
      list = readList([...linesOf(language), ...own], language);
      // Requests may name any language.
      if (lists.size >= LISTS_MAX) lists.clear();
      lists.set(language, list);
    }
    return list;
  };
  return {
    variants(question, language, isKnown) {
      const variants = new Map<string, QueryVariant[]>();
      if (!language) return variants;
      const tokens = wholeWords(question.tokens(language));
      const { phrasesFrom, particles } = listOf(language);
      const verbs = joinedVerbs(tokens, question.text, language);
      const joined = verbs.find(({ term }) => isKnown(term)) ?? verbs[0];
      if (joined) {
        if (isKnown(joined.term)) add(variants, joined.of, { terms: [joined.term], weight: 1 });
        for (const { terms, others } of phrasesFrom(joined.term))
          if (terms.length === 1) addOthers(others, [joined.of], { isKnown, variants });
      }
      for (let at = 0; at < tokens.length; at++) {
        for (const phrase of phrasesFrom(tokens[at]!.term)) {
          const end = endOfPhrase(phrase, tokens, { at, particles });
          if (end < 0) continue;
          addVariants(phrase, tokens.slice(at, end), { isKnown, variants });
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
  const lines = file ? readFileSync(file, 'utf8').split('\n') : [];
  return lines.filter((line) => !line.startsWith('#'));
}

/** Only the first word of each phrase is analysed at once, and the rest of a line when a question has one of them. */
function readList(lines: readonly string[], language: string): WordList {
  const termOfWord = new Map<string, string | undefined>();
  const linesFrom = new Map<string, number[]>();
  for (const [number, line] of lines.entries()) {
    for (const member of line.split(',')) {
      const [word = ''] = member.trim().split(' ', 1);
      if (!termOfWord.has(word)) termOfWord.set(word, analyze(word, language)[0]?.term);
      const term = termOfWord.get(word);
      if (term === undefined) continue;
      const numbers = linesFrom.get(term) ?? [];
      linesFrom.set(term, numbers);
      if (numbers.at(-1) !== number) numbers.push(number);
    }
  }
  const known = new Map<string, Terms>();
  const termsOf = (member: string): Terms[] => {
    const terms = wholeWords(analyze(member, language)).map(({ term }) => term);
    if (terms.length === 0) return [];
    const key = terms.join(' ');
    const same = known.get(key) ?? terms;
    known.set(key, same);
    return [same];
  };
  const membersOf = (number: number) => [...new Set(lines[number]!.split(',').flatMap(termsOf))];
  const phrases = new Map<string, Phrase[]>();
  const particles = analyze(packOf(language)?.verbParticles ?? '', language);
  return {
    phrasesFrom(term) {
      const numbers = linesFrom.get(term);
      if (!numbers) return [];
      const found = phrases.get(term) ?? phrasesOf(numbers.map(membersOf), term);
      phrases.set(term, found);
      return found;
    },
    particles: new Set(particles.map(({ term }) => term)),
  };
}

/** The phrases of `groups` that begin with `first`, longest first. */
function phrasesOf(groups: readonly Terms[][], first: string): Phrase[] {
  const phrases = new Map<Terms, Map<Terms, number>>();
  for (const members of groups) {
    for (const [i, one] of members.entries()) {
      if (one[0] !== first) continue;
      const others = phrases.get(one) ?? new Map<Terms, number>();
      phrases.set(one, others);
      for (const [j, other] of members.entries()) {
        if (i === j) continue;
        const weight = i === 0 || j === 0 ? VARIANT_WEIGHT : VARIANT_WEIGHT / 2;
        others.set(other, Math.max(weight, others.get(other) ?? 0));
      }
    }
  }
  return Array.from(phrases, ([terms, others]) => ({ terms, others })).sort(
    (a, b) => b.terms.length - a.terms.length,
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

/** Where a phrase that begins at a token ends; −1 when the tokens are others. A particle may stand apart. */
function endOfPhrase(
  { terms }: Phrase,
  tokens: readonly Token[],
  { at, particles }: { at: number; particles: ReadonlySet<string> },
): number {
  for (let i = 1; i < terms.length; i++) {
    if (tokens[at + i]?.term === terms[i]) continue;
    if (terms.length !== 2 || !particles.has(terms[1]!)) return -1;
    for (let gap = 2; gap <= GAP_MAX + 1; gap++) if (tokens[at + gap]?.term === terms[1]) return at + gap + 1;
    return -1;
  }
  return at + terms.length;
}

/** Adds what stands for a phrase to each of its content words. */
function addVariants(
  phrase: Phrase,
  tokens: readonly Token[],
  { isKnown, variants }: { isKnown: (term: string) => boolean; variants: Map<string, QueryVariant[]> },
): void {
  const own = new Set(phrase.terms);
  const content = tokens.filter(({ term, kind }) => kind !== 'stop' && own.has(term));
  addOthers(
    phrase.others,
    content.map(({ term }) => term),
    { isKnown, variants },
  );
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
