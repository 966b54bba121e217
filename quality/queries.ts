import { standaloneQuery } from '../src/answering/follow-up.ts';
import { questionLanguages } from '../src/retrieval/question-language.ts';
import type { RetrievalQuery } from '../src/retrieval/retriever.ts';
import type { AskedQuestion } from './evaluation-set.ts';
import type { IndexedCorpus } from './indexed-corpus.ts';

/** From a question to what is retrieved for, as answering goes: language, terms, words of earlier turns. */
export function createQueries({ documentStore, searchIndex, docIdsOf }: IndexedCorpus) {
  return async ({ text, earlier, within }: AskedQuestion) => {
    const languages = questionLanguages(text, await documentStore.languages());
    const { idf } = await searchIndex.statistics();
    const conversation = { turns: earlier.map((question) => ({ question, answer: '' })), summary: [] };
    const query: RetrievalQuery = standaloneQuery(text, conversation, { languages, idf });
    return { query, filter: within ? { docIds: docIdsOf(within) } : {} };
  };
}
