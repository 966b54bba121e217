import type { DocumentStore } from '../ports/document-store.ts';
import type { Retrieval, Retriever } from '../retrieval/retriever.ts';
import { untilAborted } from '../until-aborted.ts';
import type { Question } from './answer.ts';
import { approvedPassages, type FindApprovedPassages } from './approved-answer.ts';
import { continuesEarlier } from './conversation/dependent-question.ts';
import { type StandaloneQuery, standaloneQuery } from './conversation/follow-up.ts';
import type { Conversation } from './conversation/memory.ts';
import { allowedDocuments } from './document-filter.ts';
import type { Composer, RewritingContext } from './written-answer.ts';

/** The passages that a question is answered from. */
export interface PassagesOfQuestion {
  /** The standalone question, which found them. */
  readonly query: StandaloneQuery;
  readonly retrieval: Retrieval;
  /** They are the whole of an answer that a reviewer approved for this question. */
  readonly isApproved: boolean;
}

/**
 * Makes a question stand alone and finds the passages to answer it from: those of an approved answer, else those that
 * the retriever finds.
 *
 * @param asked.conversation The part of it that the question may continue.
 * @param parts.composer Rewrites follow-ups; without it, rules do.
 * @throws The signal's reason when it aborts.
 */
export async function findPassages(
  { question, conversation }: { question: Question; conversation: Conversation },
  context: RewritingContext,
  parts: {
    retriever: Pick<Retriever, 'retrieve'>;
    documentStore: Pick<DocumentStore, 'docIdsWithTags'>;
    approvedPassages: FindApprovedPassages;
    composer: Composer | undefined;
  },
): Promise<PassagesOfQuestion> {
  const { retriever, documentStore, approvedPassages: find, composer } = parts;
  const { signal } = context;
  const docIds = await untilAborted(allowedDocuments(question.filter, documentStore), signal);
  const lookUp = (questions: string[]) => approvedPassages(questions, { find, docIds, signal });

  // A question with an approved answer to its exact words that continues nothing needs no rewriting by a model.
  const complete =
    composer && !continuesEarlier(question.text, context.languages[0] ?? null) ? [question.text] : [];
  const approvedAsAsked = await lookUp(complete);
  const query =
    composer && !approvedAsAsked
      ? await composer.standalone(question.text, conversation, context)
      : standaloneQuery(question.text, conversation, context);
  const others = [query.text, question.text].filter((text) => !complete.includes(text));
  const approved = approvedAsAsked ?? (await lookUp(others));
  if (approved)
    return { query, isApproved: true, retrieval: { passages: approved, candidates: approved.length } };

  const within = { limit: question.topK, signal, ...(docIds && { docIds }) };
  return { query, isApproved: false, retrieval: await retriever.retrieve(query, within) };
}
