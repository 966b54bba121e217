import type { Passage } from '../src/retrieval/passage.ts';
import { rankByAnswer } from '../src/retrieval/reranking/answer-shares.ts';
import { readPassage } from '../src/retrieval/reranking/passage-reading.ts';
import {
  cosine,
  createReranker,
  type RERANKING_WEIGHTS,
  type Reranker,
  weigh,
} from '../src/retrieval/reranking/reranker.ts';
import { type RerankingFeatures, rerankingFeatures } from '../src/retrieval/reranking/reranking-features.ts';
import { createRetriever } from '../src/retrieval/retriever.ts';
import type { Line } from './evaluation-set.ts';
import type { IndexedCorpus } from './indexed-corpus.ts';
import { relevantUnits, unitsOf } from './judged-units.ts';
import { figuresOf } from './metrics.ts';
import { createQueries } from './queries.ts';

export type Weights = typeof RERANKING_WEIGHTS;

/** The reranker's input for one question: it can be ranked with any weights without asking again. */
export interface CapturedQuestion {
  readonly relevant: ReadonlyMap<string, number>;
  /** The judged unit of each passage; best fused score first. */
  readonly units: readonly string[];
  readonly features: readonly RerankingFeatures[];
  /** Cosine of passages i and j at i · passages + j. */
  readonly similarities: Float32Array;
  readonly chunks: number;
  /** The probability that a passage holds the answer, by its place: for the passages that the product checks. */
  readonly shares: ReadonlyMap<number, number>;
}

/** Asks every question of `line` once. */
export async function captureLine(corpus: IndexedCorpus, line: Line): Promise<CapturedQuestion[]> {
  let seen: Parameters<Reranker> | undefined;
  let shareOf = new Map<Passage['chunkId'], number>();
  const asProduct = createReranker();
  const retriever = createRetriever({
    ...corpus,
    ranking: {
      rerank: (...given) => {
        seen = given;
        return asProduct(...given);
      },
    },
    answerShares: (query, best, words) => {
      const shares = corpus.answerShares(query, best, words);
      shareOf = new Map(best.map(({ chunkId }, p) => [chunkId, shares[p]!]));
      return shares;
    },
  });
  const queryOf = createQueries(corpus);
  const captured: CapturedQuestion[] = [];
  for (const question of line.questions) {
    const { query, filter } = await queryOf(question);
    shareOf = new Map();
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
      shares: new Map(
        passages.flatMap(({ chunkId }, place) =>
          shareOf.has(chunkId) ? [[place, shareOf.get(chunkId)!] as const] : [],
        ),
      ),
    });
  }
  return captured;
}

/**
 * Mean nDCG@10 by `weights`, or by the fused scores when there are none.
 *
 * @param answerWeight Weight of the answer; only valid with the product's weights, which chose where it was looked for.
 */
export function ndcgOf(questions: readonly CapturedQuestion[], weights?: Weights, answerWeight = 0): number {
  let sum = 0;
  for (const { relevant, units, features, similarities, chunks, shares } of questions) {
    const similarity = (one: number, other: number) => similarities[one * units.length + other]!;
    const scores = weights && weigh(features, { similarity, chunks }, weights);
    const ranked = units.map((_, place) => ({ place, score: scores?.[place] ?? 0 }));
    if (scores)
      ranked.sort((a, b) => b.score - a.score || features[b.place]!.lexical - features[a.place]!.lexical);
    const sharesOf = (best: readonly { place: number }[]) => best.map(({ place }) => shares.get(place) ?? 0);
    const order = rankByAnswer(ranked, sharesOf, answerWeight);
    sum += figuresOf([...new Set(order.map(({ place }) => units[place]!))], relevant).ndcg10;
  }
  return sum / Math.max(1, questions.length);
}
