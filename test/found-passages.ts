import { type CorpusWords, questionWords } from '../src/answering/choose/question-words.ts';
import { createSentenceReader } from '../src/answering/choose/sentence-reader.ts';
import type { FoundPassages } from '../src/answering/find/find-passages.ts';
import type { ParsedQuestion } from '../src/question/parsed-question.ts';
import type { Passage } from '../src/retrieval/passage.ts';

/** Passages as if a search had found them, best first. */
export function foundPassages(
  question: ParsedQuestion,
  passages: readonly Passage[],
  corpus: CorpusWords,
): FoundPassages {
  const language = question.languages[0] ?? null;
  return {
    ...{ question, passages, language },
    ranked: passages,
    candidates: passages.length,
    isDegraded: false,
    reader: createSentenceReader(questionWords(question, { language, corpus, isAlone: true })),
  };
}
