import { randomUUID } from 'node:crypto';
import { createAnswerQuestion } from '../answering/answer-question.ts';
import { createPassageAnalyzer } from '../answering/choose/passage-analysis.ts';
import { createMemory } from '../answering/read/memory.ts';
import { createTraces } from '../answering/record/traces.ts';
import { createSearchPassages } from '../answering/search-passages.ts';
import { type AnswerCache, createAnswerCache } from '../answering/write/compose/answer-cache.ts';
import { withAnswerCache } from '../answering/write/compose/cached-composer.ts';
import { createComposer } from '../answering/write/compose/composer.ts';
import type { Config } from '../config.ts';
import { createApprovedPassages } from '../curation/approved-passages.ts';
import { questionKey } from '../curation/question-key.ts';
import { limitPassagesCached } from '../retrieval/reranking/passage-cache.ts';
import { memoryShares } from './memory-budget.ts';
import { type ModelParts, openPassageFinder, openWriter } from './models.ts';
import type { Stores } from './stores.ts';

/** The cache of written answers; undefined when it is switched off. */
export function openAnswerCache(config: Config, { elapsed }: Pick<ModelParts, 'elapsed'>) {
  if (config.answerCacheSize === 0) return undefined;
  return createAnswerCache({
    answersMax: config.answerCacheSize,
    ttlMs: config.answerCacheTtlSeconds * 1000,
    questionKey,
    now: elapsed,
  });
}

/** Questions to answers, with the memory of conversations and the traces of answers. */
export async function openAnswering(
  config: Config,
  parts: ModelParts &
    Pick<Stores, 'curationStore' | 'memoryStore'> &
    Pick<Parameters<typeof openPassageFinder>[1], 'embeddingUpkeep'> & {
      answerCache: AnswerCache | undefined;
    },
) {
  const { opened, documentStore, curationStore, answerCache, logger, now, elapsed } = parts;
  limitPassagesCached(memoryShares(config).passagesCached);
  const analyse = createPassageAnalyzer();
  const finder = await openPassageFinder(config, { ...parts, analyse });
  const traces = createTraces({ logger, now });
  const memory = createMemory({ store: parts.memoryStore, ttlMs: config.memoryTtlSeconds * 1000, logger });
  const languageModel = await openWriter(config, parts);
  const newMarker = () => randomUUID().replaceAll('-', '').slice(-15);
  const composer = opened.use(
    languageModel && createComposer({ languageModel, settings: config, newMarker, memory, now, logger }),
  );
  const answerQuestion = createAnswerQuestion({
    finder,
    composer:
      composer && answerCache ? withAnswerCache(composer, { cache: answerCache, questionKey }) : composer,
    traces,
    escalationMessage: config.escalationMessage,
    documentStore,
    approvedPassages: createApprovedPassages({ store: curationStore, documentStore, logger }),
    memory,
    logger,
    now: elapsed,
  });
  const searchPassages = createSearchPassages({ finder, documentStore });
  return { answerQuestion, searchPassages, memory, traces };
}
