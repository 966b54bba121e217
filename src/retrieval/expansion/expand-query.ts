import type { ParsedQuestion } from '../../question/parsed-question.ts';
import type { EverydayWords } from './everyday-words.ts';
import { type Corpus, respell } from './spelling.ts';

/** Adds how the corpus spells the question's words, and what documents may say instead of them. */
export function expandQuery(
  asked: ParsedQuestion,
  corpus: Pick<Corpus, 'idf' | 'compounds'>,
  everydayWords: EverydayWords,
): ParsedQuestion {
  const isWord = (term: string) => asked.languages.some((language) => everydayWords.isWord(term, language));
  const spelt = respelt(asked, { ...corpus, isWord });
  const idfOfAbsent = corpus.idf('');
  const isKnown = (term: string) => corpus.idf(term) < idfOfAbsent;
  const variants = everydayWords.variants(spelt, asked.languages[0] ?? null, isKnown);
  if (variants.size === 0) return spelt;
  const terms = spelt.terms.map((word) => {
    const found = variants.get(word.term);
    return found ? { ...word, variants: found } : word;
  });
  return { ...spelt, terms, variants };
}

function respelt(query: ParsedQuestion, corpus: Corpus): ParsedQuestion {
  const spellings = respell(query, corpus);
  if (spellings.size === 0) return query;
  const known = new Set(query.terms.map(({ term }) => term));
  const added = [...spellings.values()].flat().filter(({ term }) => !known.has(term) && known.add(term));
  return { ...query, terms: [...query.terms, ...added], spellings };
}
