import { createModelUsage } from '../src/adapters/models/model-usage.ts';
import { createPassageAnalyzer } from '../src/answering/choose/passage-analysis.ts';
import type { FoundPassages } from '../src/answering/find/find-passages.ts';
import { openEmbeddingUpkeep, openPassageFinder } from '../src/assembly/models.ts';
import { openStores } from '../src/assembly/stores.ts';
import { loadConfig } from '../src/config.ts';
import { parseQuestion } from '../src/question/parsed-question.ts';
import { questionLanguages } from '../src/question/question-language.ts';
import { SILENT } from '../test/silent-logger.ts';

/**
 * Docent's search by itself, over a data folder that no other process uses: question to ranked passages, the call for
 * its embedding included.
 *
 * @param settings As in the environment.
 */
export async function openBareSearch(
  settings: Readonly<Record<string, string>>,
): Promise<(question: string) => Promise<FoundPassages>> {
  const config = loadConfig(settings);
  const opened = new AsyncDisposableStack();
  const surroundings = { opened, logger: SILENT, elapsed: () => performance.now(), mayLead: true };
  const stores = await openStores(config, surroundings);
  const usage = createModelUsage({ prices: config.llmPrices });
  const parts = { ...stores, ...surroundings, usage, random: Math.random };
  const embeddingUpkeep = await openEmbeddingUpkeep(config, parts);
  const analyse = createPassageAnalyzer();
  const finder = await openPassageFinder(config, { ...parts, embeddingUpkeep, analyse });

  return async (question) => {
    const languages = questionLanguages(question, await stores.documentStore.languages());
    const { signal } = new AbortController();
    return finder.find(parseQuestion(question, languages), { limit: config.topK, signal });
  };
}
