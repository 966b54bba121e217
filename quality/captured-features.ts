import { createPassageAnalyzer } from '../src/answering/choose/passage-analysis.ts';
import { questionWords } from '../src/answering/choose/question-words.ts';
import { answerShares, withAnswerShares } from '../src/answering/choose/rank-by-answer.ts';
import { createSentenceReader } from '../src/answering/choose/sentence-reader.ts';
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

/** Passages whose sentences are scored, as for answers. */
const READ = 10;

export type Weights = typeof RERANKING_WEIGHTS;

/** The reranker's input for one question: it can be ranked with any weights without asking again. */
export interface CapturedQuestion {
  readonly relevant: ReadonlyMap<string, number>;
  /** The judged unit of each passage; best fused score first. */
  readonly units: readonly string[];
  readonly features: readonly RerankingFeatures[];
  /** Cosine of passages i and j at i · passages + j. */
  readonly similarities: Float32Array;
  /** The probability that a passage holds the answer, by its place: for the passages that the product checks. */
  readonly shares: ReadonlyMap<number, number>;
}

/** Asks every question of `line` once. */
export async function captureLine(corpus: IndexedCorpus, line: Line): Promise<CapturedQuestion[]> {
  let seen: Parameters<Reranker> | undefined;
  const asProduct = createReranker();
  const analyse = createPassageAnalyzer();
  const retriever = createRetriever({
    ...corpus,
    ranking: {
      rerank: (...given) => {
        seen = given;
        return asProduct(...given);
      },
    },
  });
  const queryOf = createQueries(corpus);
  const captured: CapturedQuestion[] = [];
  for (const question of line.questions) {
    const { query, filter } = await queryOf(question);
    const words = await retriever.statistics();
    const { question: expanded, ranked } = await retriever.retrieve(query, {
      limit: 1,
      corpus: words,
      ...filter,
    });
    const read = ranked.slice(0, READ).map((passage) => ({ passage, analysis: analyse(passage) }));
    const language = ranked[0]?.language ?? null;
    const shares = query.isFollowUp
      ? []
      : answerShares(read, createSentenceReader(questionWords(expanded, { language, corpus: words })));
    const shareOf = new Map(shares.map((share, p) => [ranked[p]!.chunkId, share]));
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
      features: rerankingFeatures(asked, passages, {
        ...{ readings: passages.map(readPassage), idf, compareParts: statistics.compareParts },
      }),
      similarities,
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
  for (const { relevant, units, features, similarities, shares } of questions) {
    const similarity = (one: number, other: number) => similarities[one * units.length + other]!;
    const scores = weights && weigh(features, similarity, weights);
    const ranked = units.map((_, place) => ({ place, score: scores?.[place] ?? 0 }));
    if (scores)
      ranked.sort((a, b) => b.score - a.score || features[b.place]!.lexical - features[a.place]!.lexical);
    const order = withAnswerShares(
      ranked,
      ranked.map(({ place }) => shares.get(place) ?? 0),
      answerWeight,
    );
    sum += figuresOf([...new Set(order.map(({ place }) => units[place]!))], relevant).ndcg10;
  }
  return sum / Math.max(1, questions.length);
}
