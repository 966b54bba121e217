import type { CompareParts } from '../ports/embedding-model.ts';
import type { IndexStatistics } from '../ports/search-index.ts';
import type { ParsedQuestion } from '../question/parsed-question.ts';
import { CANDIDATES, type Candidates } from './candidate-search.ts';
import { passagesOf } from './found-passages.ts';
import type { Passage } from './passage.ts';
import type { Reranker } from './reranking/reranker.ts';

/** Added to the scores of named documents' passages: half of what words can give. */
const NAMED_BONUS = 0.5;

export interface RankedPassages {
  /** Best first by the reranker's score. */
  readonly ranked: readonly Passage[];
  /** Those that come behind them, best first by fused score. */
  readonly rest: readonly Passage[];
}

/**
 * Reranks the best candidates and those from named documents. All texts are distinct.
 *
 * @param candidates.named The documents that the question names, and what was found in them.
 */
export function rankPassages(
  query: ParsedQuestion,
  candidates: {
    found: Candidates;
    inNamed: Candidates;
    named: ReadonlySet<string>;
    corpus: Pick<IndexStatistics, 'chunks' | 'idf'>;
    compareParts: CompareParts | undefined;
  },
  rerank: Reranker,
): RankedPassages {
  const { found, inNamed, named, corpus, compareParts } = candidates;
  const best = distinctTexts(passagesOf(found));
  const fused = distinctTexts([...best.slice(0, CANDIDATES), ...passagesOf(inNamed)]);
  const rest = distinctTexts([...fused, ...best.slice(CANDIDATES)]).slice(fused.length);

  const embeddings = new Map([...found.hits, ...inNamed.hits].map((hit) => [hit.chunkId, hit.embedding]));
  const scores = rerank(query, fused, {
    background: found.background,
    idf: corpus.idf,
    compareParts,
    embeddingOf: ({ chunkId }) => embeddings.get(chunkId),
  });
  const ranked = fused
    .map((passage, p) => ({
      ...passage,
      score: scores[p]! + (named.has(passage.docId) ? NAMED_BONUS : 0),
    }))
    .sort((a, b) => b.score - a.score || b.lexical - a.lexical);
  return { ranked: withLead(ranked), rest };
}

/** @param ranked Best first. */
function withLead([first, second, ...others]: readonly Passage[]): Passage[] {
  if (!first || !second) return first ? [first] : [];
  return [{ ...first, lead: first.score - second.score }, second, ...others];
}

/** Drops repeated texts, within or across documents: the best-ranked one stays. */
function distinctTexts(passages: readonly Passage[]): Passage[] {
  const seen = new Set<string>();
  return passages.filter(({ text }) => {
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}
