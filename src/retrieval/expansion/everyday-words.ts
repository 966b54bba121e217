import { readFileSync } from 'node:fs';
import { packOf } from '../../languages/languages.ts';
import type { QueryVariant } from '../../ports/search-index.ts';
import type { Variants } from '../../question/parsed-question.ts';
import { analyze, type Token } from '../../text/analyzer.ts';
import type { TokenizedText } from '../../text/tokenized-text.ts';

/** Weight of a variant against 1 for the word itself; between two others of a line it is half of it. */
const VARIANT_WEIGHT = 0.5;
/** More variants of one word bring nothing. */
const VARIANTS_MAX = 10;
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

/** A word or phrase of a list, as index terms. */
interface Phrase {
  readonly terms: readonly string[];
  /** What may stand for it, and how surely. */
  readonly others: Map<Phrase, number>;
}

interface WordList {
  /** Phrases by their first term, longest first. */
  readonly byFirst: ReadonlyMap<string, readonly Phrase[]>;
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
      const { byFirst, particles } = listOf(language);
      const verbs = joinedVerbs(tokens, question.text, language);
      const joined = verbs.find(({ term }) => isKnown(term)) ?? verbs[0];
      if (joined) {
        if (isKnown(joined.term)) add(variants, joined.of, { terms: [joined.term], weight: 1 });
        for (const { terms, others } of byFirst.get(joined.term) ?? [])
          if (terms.length === 1) addOthers(others, [joined.of], { isKnown, variants });
      }
      for (let at = 0; at < tokens.length; at++) {
        for (const phrase of byFirst.get(tokens[at]!.term) ?? []) {
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
  return file ? readFileSync(file, 'utf8').split('\n') : [];
}

function readList(lines: readonly string[], language: string): WordList {
  const phrases = new Map<string, Phrase>();
  const phraseOf = (text: string): Phrase[] => {
    const terms = wholeWords(analyze(text, language)).map(({ term }) => term);
    if (terms.length === 0) return [];
    const key = terms.join(' ');
    const known = phrases.get(key) ?? { terms, others: new Map() };
    phrases.set(key, known);
    return [known];
  };
  for (const line of lines) {
    if (line.startsWith('#')) continue;
    const members = [...new Set(line.split(',').flatMap(phraseOf))];
    for (const [i, one] of members.entries()) {
      for (const [j, other] of members.entries()) {
        if (i === j) continue;
        const weight = i === 0 || j === 0 ? VARIANT_WEIGHT : VARIANT_WEIGHT / 2;
        one.others.set(other, Math.max(weight, one.others.get(other) ?? 0));
      }
    }
  }
  const byFirst = Map.groupBy(phrases.values(), ({ terms }) => terms[0]!);
  for (const same of byFirst.values()) same.sort((a, b) => b.terms.length - a.terms.length);
  const particles = analyze(packOf(language)?.verbParticles ?? '', language);
  return { byFirst, particles: new Set(particles.map(({ term }) => term)) };
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
  for (const [{ terms }, weight] of others) {
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
