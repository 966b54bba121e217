import { randomUUID } from 'node:crypto';
import { createAnswerQuestion } from '../answering/answer-question.ts';
import { createQuestionWriter } from '../answering/question-writer.ts';
import { createMemory, readOnly } from '../answering/read/memory.ts';
import { createTraces } from '../answering/record/traces.ts';
import { createSearchPassages } from '../answering/search-passages.ts';
import { createSuggestQuestions } from '../answering/suggest-questions.ts';
import { createAnswerCache } from '../answering/write/compose/answer-cache.ts';
import { withAnswerCache } from '../answering/write/compose/cached-composer.ts';
import { createComposer } from '../answering/write/compose/composer.ts';
import { createApprovedPassages } from '../curation/approved-passages.ts';
import { questionKey } from '../curation/question-key.ts';
import { limitPassagesCached } from '../retrieval/reranking/passage-cache.ts';
import type { Config } from '../settings/config.ts';
import { memoryShares } from './memory-budget.ts';
import { type ModelParts, openPassageFinder, openWriter } from './models.ts';
import type { Stores } from './stores.ts';

/** Questions to answers, with the memory of conversations and the traces of answers. */
export async function openAnswering(
  config: Config,
  parts: ModelParts &
    Pick<Stores, 'curationStore' | 'memoryStore'> &
    Pick<Parameters<typeof openPassageFinder>[1], 'embeddingUpkeep'>,
) {
  const { documentStore, curationStore, logger, now, elapsed } = parts;
  limitPassagesCached(memoryShares(config).passagesCached);
  const finder = await openPassageFinder(config, parts);
  const traces = createTraces({ logger, now });
  const memory = createMemory({ store: parts.memoryStore, ttlMs: config.memoryTtlSeconds * 1000, logger });
  const languageModel = await openWriter(config, parts);
  const newMarker = () => randomUUID().replaceAll('-', '').slice(-15);
  const composer =
    languageModel && createComposer({ languageModel, settings: config, newMarker, now, logger });
  const cacheParts = {
    cache: createAnswerCache({
      answersMax: config.answerCacheSize,
      ttlMs: config.answerCacheTtlSeconds * 1000,
      now: elapsed,
    }),
    ...{ questionKey, decidedAt: curationStore.decidedAt },
  };
  const approvedPassages = createApprovedPassages({ store: curationStore, documentStore, logger });
  const quotingParts = { finder, documentStore, approvedPassages, memory, logger, now: elapsed };
  const answerQuestion = createAnswerQuestion({
    ...quotingParts,
    composer: composer && config.answerCacheSize > 0 ? withAnswerCache(composer, cacheParts) : composer,
    traces,
    escalationMessage: config.escalationMessage,
  });
  const searchPassages = createSearchPassages({ finder, documentStore });
  const suggestQuestions = createSuggestQuestions({
    quoteAnswer: createAnswerQuestion({ ...quotingParts, memory: readOnly(memory) }),
    writeQuestions:
      languageModel && config.suggestWithModel
        ? createQuestionWriter({ languageModel, newMarker, logger })
        : undefined,
    documentStore,
    statistics: () => finder.statistics({}),
    defaults: config,
    now: elapsed,
  });
  return { answerQuestion, searchPassages, suggestQuestions, memory, traces };
}
