import { askedDocuments } from '../question/asked-documents.ts';
import { continuesEarlier } from '../question/continuation.ts';
import type { Passage } from '../retrieval/passage.ts';
import type { Retrieval, Retriever } from '../retrieval/retriever.ts';
import { weighed } from '../retrieval/weighed.ts';
import type { Question } from './answer.ts';
import type { AnalysedPassage } from './choose/passage-analysis.ts';
import type { Conversation } from './conversation.ts';
import type { Expansion } from './find/expand-question.ts';
import { type Finding, findAnswer } from './judge/finding.ts';
import { type StandaloneQuery, standaloneQuery, withWordings } from './read/follow-up.ts';
import type { ReadingContext } from './read/reading-context.ts';
import type { Composer } from './write/written-answer.ts';

/** Passages for a language model, unless the request limits them: it reads more than anybody is shown. */
const MODEL_PASSAGES = 26;
/** A search that found an answer this probable needs no other wording: see `npm run eval -- --sets asked --context`. */
const SURE_PROBABILITY = 0.6;

/** A question as far as passages are found for it. */
type AskedQuestion = Pick<Question, 'text' | 'topK' | 'given' | 'filter'>;

/** The passages that a question is answered from. */
export interface FoundEvidence {
  /** The standalone question, which found them. */
  readonly query: StandaloneQuery;
  readonly retrieval: Retrieval;
  /** Language of the question, ISO 639-1; null when unknown. */
  readonly language: string | null;
  /** What they say to the question; undefined when they are an answer that a reviewer approved for it. */
  readonly finding: Finding | undefined;
}

/**
 * Makes a question stand alone, finds the passages to answer it from, and reads them: those of an approved answer, else
 * those that the retriever finds. Where a language model writes the answers and the question's own words do not surely
 * find one, it words the question for a second search.
 *
 * @param asked.conversation The part of it that the question may continue.
 * @param asked.docIds The documents that may be cited; all when undefined.
 * @param asked.approved The passages of an answer that was approved for the question's own words; empty without one.
 * @param parts.composer Words questions; without it, rules do.
 * @throws The signal's reason when it aborts.
 */
export async function findEvidence(
  asked: {
    question: AskedQuestion;
    conversation: Conversation;
    docIds: ReadonlySet<string> | undefined;
    approved: readonly Passage[];
  },
  context: ReadingContext,
  parts: {
    retriever: Pick<Retriever, 'retrieve'>;
    findApproved: (question: string) => Promise<readonly Passage[]>;
    composer: Composer | undefined;
    analyse: (passage: Passage) => AnalysedPassage;
  },
): Promise<FoundEvidence> {
  const { question, conversation, docIds } = asked;
  const { retriever, composer, analyse, findApproved } = parts;
  const { signal, languages, corpus } = context;
  const approvedAs = (query: StandaloneQuery, passages: readonly Passage[]): FoundEvidence => {
    const retrieval = { passages, candidates: passages.length };
    return { query, retrieval, language: languageOf(passages, languages), finding: undefined };
  };

  const isApproved = asked.approved.length > 0;
  // Where it continues nothing, no model need word it.
  if (isApproved && !continuesEarlier(question.text, languages[0] ?? null))
    return approvedAs(standaloneQuery(question.text, conversation, context), asked.approved);

  const expand = (): Promise<Expansion | undefined> | undefined =>
    composer?.expand(
      {
        question: question.text,
        conversation,
        languages: context.corpusLanguages,
        chunks: corpus.chunks,
      },
      context,
    );
  const continues = conversation.turns.length > 0;
  const first = continues || composer?.expansion === 'always' ? await expand() : undefined;
  const subject = composer ? undefined : askedDocuments(question.text);
  const of = { conversation, expansion: first, context, composer };
  const query: StandaloneQuery = {
    ...(await weighed(corpus, () => queryOf(subject ?? question.text, of), signal)),
    ...(subject !== undefined && { wantsDocuments: true }),
  };
  const isAsItWas = query.text === question.text;
  if (isAsItWas && isApproved) return approvedAs(query, asked.approved);

  const limit = composer && !question.given?.topK ? MODEL_PASSAGES : question.topK;
  const search = async (asked: StandaloneQuery): Promise<FoundEvidence & { finding: Finding }> => {
    const retrieval = await retriever.retrieve(asked, { limit, corpus, signal, ...(docIds && { docIds }) });
    const language = languageOf(retrieval.passages, languages);
    const reading = { query: asked, language, corpus, analyse };
    const finding = await weighed(corpus, () => findAnswer(question, retrieval, reading), signal);
    return { query: asked, retrieval, language, finding };
  };
  // A follow-up rarely has an approved answer: it is searched for meanwhile.
  const searching = search(query);
  searching.catch(() => {});
  const approved = isAsItWas ? [] : await findApproved(query.text);
  if (approved.length > 0) return approvedAs(query, approved);
  if (isApproved) return approvedAs(query, asked.approved);
  const found = await searching;
  const isSure = found.finding.probability >= SURE_PROBABILITY;
  if (composer?.expansion !== 'auto' || first || isSure || corpus.chunks === 0) return found;
  const second = await expand();
  if (!second || second.wordings.length === 0) return found;
  return search(withWordings(query, [second.question, ...second.wordings], wordingLanguage(context)));
}

/** The question on its own: as a model worded it, else by rules. A first question keeps its own words. */
function queryOf(
  text: string,
  of: {
    conversation: Conversation;
    expansion: Expansion | undefined;
    context: ReadingContext;
    composer: Composer | undefined;
  },
): StandaloneQuery {
  const { conversation, expansion, context, composer } = of;
  if (!expansion) return standaloneQuery(text, conversation, context);
  const isFirst = conversation.turns.length === 0;
  const query = standaloneQuery(isFirst ? text : expansion.question, NOTHING_BEFORE, context);
  const wordings = [...(isFirst ? [expansion.question] : []), ...expansion.wordings];
  return composer?.expansion === 'off' ? query : withWordings(query, wordings, wordingLanguage(context));
}

const NOTHING_BEFORE = { turns: [], summary: [] };

/** Wordings are in the documents' language, whatever the question's is. */
function wordingLanguage({ corpusLanguages, languageOf: read }: ReadingContext) {
  return (wording: string) => corpusLanguages[0] ?? read(wording);
}

/** A short question that may be in several languages is in that of the best passage. */
function languageOf(passages: readonly Passage[], languages: readonly string[]): string | null {
  const found = passages[0]?.language;
  return found && languages.includes(found) ? found : (languages[0] ?? null);
}
