import { createModelUsage } from '../src/adapters/models/model-usage.ts';
import { createAnswerShares } from '../src/answering/choose/answer-shares.ts';
import { createPassageAnalyzer } from '../src/answering/choose/passage-analysis.ts';
import { standaloneQuery } from '../src/answering/read/follow-up.ts';
import { openEmbeddingUpkeep, openRetriever } from '../src/assembly/models.ts';
import { openStores } from '../src/assembly/stores.ts';
import { loadConfig } from '../src/config.ts';
import { questionLanguages } from '../src/question/question-language.ts';
import type { Retrieval } from '../src/retrieval/retriever.ts';
import { SILENT } from '../test/silent-logger.ts';

const NO_CONVERSATION = { turns: [], summary: [] };

/**
 * Docent's search by itself, over a data folder that no other process uses: question to ranked passages, the call for
 * its embedding included.
 *
 * @param settings As in the environment.
 */
export async function openBareSearch(
  settings: Readonly<Record<string, string>>,
): Promise<(question: string) => Promise<Retrieval>> {
  const config = loadConfig(settings);
  const opened = new AsyncDisposableStack();
  const surroundings = { opened, logger: SILENT, elapsed: () => performance.now(), mayLead: true };
  const stores = await openStores(config, surroundings);
  const usage = createModelUsage({ prices: config.llmPrices });
  const parts = { ...stores, ...surroundings, usage, random: Math.random };
  const embeddingUpkeep = await openEmbeddingUpkeep(config, parts);
  const answerShares = createAnswerShares(createPassageAnalyzer());
  const retriever = await openRetriever(config, { ...parts, embeddingUpkeep, answerShares });

  return async (question) => {
    const languages = questionLanguages(question, await stores.documentStore.languages());
    const { idf } = await retriever.statistics();
    const query = standaloneQuery(question, NO_CONVERSATION, { languages, idf });
    return retriever.retrieve(query, { limit: config.topK, signal: new AbortController().signal });
  };
}
