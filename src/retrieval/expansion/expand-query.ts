import type { IndexStatistics, SearchIndex } from '../../ports/search-index.ts';
import type { ParsedQuestion } from '../../question/parsed-question.ts';
import type { Passage } from '../passage.ts';
import type { EverydayWords } from './everyday-words.ts';
import { commonShortForms, explainedShortForms, initialismsOf, withLongForms } from './short-forms.ts';
import { respell } from './spelling.ts';

/**
 * Adds how the corpus spells the question's words, the long forms of well-known initialisms, and what documents may say
 * instead of its words.
 */
export async function expandQuery(
  asked: ParsedQuestion,
  corpus: Corpus,
  everydayWords: EverydayWords,
): Promise<ParsedQuestion> {
  const spelt = withLongForms(
    await respelt(asked, corpus),
    commonShortForms(initialismsOf(asked.standalone.text)),
  );
  const { idf } = corpus;
  const idfOfAbsent = idf('');
  const isKnown = (term: string) => idf(term) < idfOfAbsent;
  const variants = everydayWords.variants(asked.standalone, asked.languages[0] ?? null, isKnown);
  if (variants.size === 0) return spelt;
  const terms = spelt.terms.map((word) => {
    const found = variants.get(word.term);
    return found ? { ...word, variants: found } : word;
  });
  return { ...spelt, terms, variants };
}

/** Adds the long forms that `passages` give for the question's initialisms. They are read only if it has any. */
export function expandByPassages(query: ParsedQuestion, passages: () => readonly Passage[]): ParsedQuestion {
  const initialisms = initialismsOf(query.standalone.text);
  return initialisms.length === 0
    ? query
    : withLongForms(query, explainedShortForms(initialisms, passages()));
}

interface Corpus extends Pick<IndexStatistics, 'idf'> {
  readonly searchIndex: Pick<SearchIndex, 'similarTerms' | 'compoundTerms'>;
}

async function respelt(query: ParsedQuestion, corpus: Corpus): Promise<ParsedQuestion> {
  const spellings = await respell(query, corpus);
  if (spellings.size === 0) return query;
  const known = new Set(query.terms.map(({ term }) => term));
  const added = [...spellings.values()].flat().filter(({ term }) => !known.has(term) && known.add(term));
  return { ...query, terms: [...query.terms, ...added], spellings };
}
