import type { IndexStatistics, SearchIndex } from '../../ports/search-index.ts';
import type { ParsedQuestion } from '../../question/parsed-question.ts';
import type { EverydayWords } from './everyday-words.ts';
import { respell } from './spelling.ts';

/** Adds how the corpus spells the question's words, and what documents may say instead of them. */
export async function expandQuery(
  asked: ParsedQuestion,
  corpus: Corpus,
  everydayWords: EverydayWords,
): Promise<ParsedQuestion> {
  const isWord = (term: string) => asked.languages.some((language) => everydayWords.isWord(term, language));
  const { idf, searchIndex } = corpus;
  const spelt = await respelt(asked, { idf, searchIndex, isWord });
  const idfOfAbsent = idf('');
  const isKnown = (term: string) => idf(term) < idfOfAbsent;
  const variants = everydayWords.variants(spelt, asked.languages[0] ?? null, isKnown);
  if (variants.size === 0) return spelt;
  const terms = spelt.terms.map((word) => {
    const found = variants.get(word.term);
    return found ? { ...word, variants: found } : word;
  });
  return { ...spelt, terms, variants };
}

interface Corpus extends Pick<IndexStatistics, 'idf'> {
  readonly searchIndex: Pick<SearchIndex, 'similarTerms' | 'compoundTerms'>;
}

async function respelt(
  query: ParsedQuestion,
  corpus: Parameters<typeof respell>[1],
): Promise<ParsedQuestion> {
  const spellings = await respell(query, corpus);
  if (spellings.size === 0) return query;
  const known = new Set(query.terms.map(({ term }) => term));
  const added = [...spellings.values()].flat().filter(({ term }) => !known.has(term) && known.add(term));
  return { ...query, terms: [...query.terms, ...added], spellings };
}
