import { standAlone } from '../src/answering/read/follow-up.ts';
import { parseQuestion } from '../src/question/parsed-question.ts';
import { questionLanguages } from '../src/question/question-language.ts';
import type { AskedQuestion } from './evaluation-set.ts';
import type { IndexedCorpus } from './indexed-corpus.ts';

/** From a question to a search query, as in answering: language, terms, words of earlier turns. */
export function createQueries({ documentStore, searchIndex, docIdsOf }: IndexedCorpus) {
  return async ({ text, earlier, lastAnswer = '', within }: AskedQuestion) => {
    const languages = questionLanguages(text, await documentStore.languages());
    const { idf } = await searchIndex.statistics();
    const turns = earlier.map((question, turn) => ({
      question,
      answer: turn === earlier.length - 1 ? lastAnswer : '',
    }));
    const query = standAlone(parseQuestion(text, languages), { turns, summary: [] }, { idf });
    return { query, languages, filter: within ? { docIds: docIdsOf(within) } : {} };
  };
}
