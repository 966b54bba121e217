import { readPassage } from '../src/retrieval/passage-reading.ts';
import { cosine, type RERANKING_WEIGHTS, type Reranker, weigh } from '../src/retrieval/reranker.ts';
import { type RerankingFeatures, rerankingFeatures } from '../src/retrieval/reranking-features.ts';
import { createRetriever } from '../src/retrieval/retriever.ts';
import type { Line } from './evaluation-set.ts';
import type { IndexedCorpus } from './indexed-corpus.ts';
import { relevantUnits, unitsOf } from './judged-units.ts';
import { figuresOf } from './metrics.ts';
import { createQueries } from './queries.ts';

export type Weights = typeof RERANKING_WEIGHTS;

/** What the reranker sees of one question: it can be ranked by any weights without being asked again. */
export interface CapturedQuestion {
  readonly relevant: ReadonlyMap<string, number>;
  /** What each passage stands for in the judgments; best fused score first. */
  readonly units: readonly string[];
  readonly features: readonly RerankingFeatures[];
  /** Cosine of passages i and j at i · passages + j. */
  readonly similarities: Float32Array;
  readonly chunks: number;
}

/** Asks every question of `line` once. */
export async function captureLine(corpus: IndexedCorpus, line: Line): Promise<CapturedQuestion[]> {
  let seen: Parameters<Reranker> | undefined;
  const rerank: Reranker = (...given) => {
    seen = given;
    return given[1].map(({ score }) => score);
  };
  const retriever = createRetriever({ ...corpus, ranking: { rerank } });
  const queryOf = createQueries(corpus);
  const captured: CapturedQuestion[] = [];
  for (const question of line.questions) {
    const { query, filter } = await queryOf(question);
    await retriever.retrieve(query, { limit: 1, ...filter });
    const [asked, passages, statistics] = seen!;
    const embeddings = passages.map(statistics.embeddingOf);
    const similarities = new Float32Array(passages.length ** 2);
    for (const [i, one] of embeddings.entries()) {
      for (const [j, other] of embeddings.entries())
        similarities[i * passages.length + j] = cosine(one, other);
    }
    const idf = (term: string) => statistics.idf(term);
    captured.push({
      relevant: await relevantUnits(corpus, line, question),
      units: passages.map((passage) => unitsOf(corpus, line, [passage])[0]!),
      features: rerankingFeatures(asked, passages, { readings: passages.map(readPassage), idf }),
      similarities,
      chunks: statistics.chunks,
    });
  }
  return captured;
}

/** Mean nDCG@10 by `weights`, or by the fused scores when there are none. */
export function ndcgOf(questions: readonly CapturedQuestion[], weights?: Weights): number {
  let sum = 0;
  for (const { relevant, units, features, similarities, chunks } of questions) {
    const similarity = (one: number, other: number) => similarities[one * units.length + other]!;
    const scores = weights && weigh(features, { similarity, chunks }, weights);
    const order = units.map((_, place) => place);
    if (scores) order.sort((a, b) => scores[b]! - scores[a]! || features[b]!.lexical - features[a]!.lexical);
    sum += figuresOf([...new Set(order.map((place) => units[place]!))], relevant).ndcg10;
  }
  return sum / Math.max(1, questions.length);
}
