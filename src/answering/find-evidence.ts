import { type ParsedQuestion, parseQuestion } from '../question/parsed-question.ts';
import type { Passage } from '../retrieval/passage.ts';
import { withFrequencies } from '../retrieval/with-frequencies.ts';
import type { Question } from './answer.ts';
import type { Conversation } from './conversation.ts';
import type { Expansion } from './find/expand-question.ts';
import { type FoundPassages, languageOf, type PassageFinder } from './find/find-passages.ts';
import { type Finding, findAnswer, isFound } from './judge/finding.ts';
import { standAlone, withWordings } from './read/follow-up.ts';
import type { ReadingContext } from './read/reading-context.ts';
import type { Composer } from './write/written-answer.ts';

/** Passages for a language model, unless the request limits them: it reads more than anybody is shown. */
const MODEL_PASSAGES = 26;

/** The passages that a question is answered from. */
export interface FoundEvidence
  extends Pick<FoundPassages, 'passages' | 'candidates' | 'isDegraded' | 'language'> {
  /** The question that found them: as it stands alone, with what the corpus adds. */
  readonly query: ParsedQuestion;
  /** The best passages before the cut; none for an approved answer. */
  readonly ranked: readonly Passage[];
  /** What they say to the question; undefined when they are an answer that a reviewer approved for it. */
  readonly finding: Finding | undefined;
}

/**
 * Makes a question stand alone, finds the passages to answer it from, and judges them: those of an approved answer, else
 * those that a search finds. Where a language model writes the answers and the question's own words do not surely find
 * one, it words the question for a second search.
 *
 * @param asked.parsed The question, read on its own.
 * @param asked.conversation The part of it that the question may continue.
 * @param asked.docIds The documents that may be cited; all when undefined.
 * @param asked.approved The passages of an answer that was approved for the question's own words; empty without one.
 * @param parts.composer Words questions; without it, rules do.
 * @throws The signal's reason when it aborts.
 */
export async function findEvidence(
  asked: {
    question: Pick<Question, 'topK' | 'given' | 'filter'>;
    parsed: ParsedQuestion;
    conversation: Conversation;
    docIds: ReadonlySet<string> | undefined;
    approved: readonly Passage[];
  },
  context: ReadingContext,
  parts: {
    finder: Pick<PassageFinder, 'find'>;
    findApproved: (question: string) => Promise<readonly Passage[]>;
    composer: Composer | undefined;
  },
): Promise<FoundEvidence> {
  const { question, parsed, conversation, docIds } = asked;
  const { finder, composer, findApproved } = parts;
  const { signal, corpus } = context;
  const approvedAs = (query: ParsedQuestion, passages: readonly Passage[]): FoundEvidence => ({
    ...{ query, passages, candidates: passages.length, ranked: [], isDegraded: false },
    language: languageOf(passages, query.languages),
    finding: undefined,
  });

  const isApproved = asked.approved.length > 0;
  // Where it continues nothing, no model need word it.
  if (isApproved && !parsed.continues)
    return approvedAs(standAlone(parsed, conversation, context), asked.approved);

  const { text } = parsed.asked;
  const expand = (): Promise<Expansion | undefined> | undefined =>
    composer?.expand(
      { question: text, conversation, languages: context.corpusLanguages, chunks: corpus.chunks },
      context,
    );
  const continues = conversation.turns.length > 0;
  const first = continues || composer?.expansion === 'always' ? await expand() : undefined;
  // A model can do as it was asked. Without one, documents are searched by the subject alone.
  const subject = !composer && parsed.ofDocuments?.asks === 'which' ? parsed.ofDocuments.of : undefined;
  const own = subject === undefined ? parsed : { ...parsed, ...searchedBy(subject, parsed.languages) };
  const of = { conversation, expansion: first, context, composer };
  const query = await withFrequencies(corpus, () => queryOf(own, of), signal);
  const isAsItWas = query.standalone.text === text;
  if (isAsItWas && isApproved) return approvedAs(query, asked.approved);

  const limit = composer && !question.given?.topK ? MODEL_PASSAGES : question.topK;
  const namesDocuments = question.filter.docIds !== undefined;
  const search = async (asked: ParsedQuestion): Promise<FoundEvidence & { finding: Finding }> => {
    const within = { ...(docIds && { docIds }), namesDocuments };
    const found = await finder.find(asked, { limit, corpus, signal, ...within });
    const finding = await withFrequencies(
      corpus,
      () => findAnswer(found, { corpus, namesDocuments }),
      signal,
    );
    return { ...found, query: found.question, finding };
  };
  // A follow-up rarely has an approved answer: it is searched for meanwhile.
  const searching = search(query);
  searching.catch(() => {});
  const approved = isAsItWas ? [] : await findApproved(query.standalone.text);
  if (approved.length > 0) return approvedAs(query, approved);
  if (isApproved) return approvedAs(query, asked.approved);
  const found = await searching;
  // Another wording is for what was not surely found: see `npm run eval -- --sets asked --context`.
  if (composer?.expansion !== 'auto' || first || isFound(found.finding) || corpus.chunks === 0) return found;
  const second = await expand();
  if (!second || second.wordings.length === 0) return found;
  return search(withWordings(query, [second.question, ...second.wordings], wordingLanguage(context)));
}

/** What a question for documents is read as, but for what it is answered with. */
function searchedBy(subject: string, languages: readonly string[]) {
  const { asked, standalone, terms, type, clauses } = parseQuestion(subject, languages);
  return { asked, standalone, terms, type, clauses };
}

/** The question on its own: as a model worded it, else by rules. A first question keeps its own words. */
function queryOf(
  question: ParsedQuestion,
  of: {
    conversation: Conversation;
    expansion: Expansion | undefined;
    context: ReadingContext;
    composer: Composer | undefined;
  },
): ParsedQuestion {
  const { conversation, expansion, context, composer } = of;
  if (!expansion) return standAlone(question, conversation, context);
  const isFirst = conversation.turns.length === 0;
  const query = isFirst ? question : parseQuestion(expansion.question, question.languages);
  const wordings = [...(isFirst ? [expansion.question] : []), ...expansion.wordings];
  return composer?.expansion === 'off' ? query : withWordings(query, wordings, wordingLanguage(context));
}

/** Wordings are in the documents' language, whatever the question's is. */
function wordingLanguage({ corpusLanguages, languageOf: read }: ReadingContext) {
  return (wording: string) => corpusLanguages[0] ?? read(wording);
}
