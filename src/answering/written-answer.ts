import type { AnswerEvent, AnswerStatement, Grounded, Question, Source } from './answer.ts';
import type { UsageMeter } from './composition/completion.ts';
import type { StandaloneQuery } from './conversation/follow-up.ts';
import type { Conversation, ConversationKey } from './conversation/memory.ts';
import type { Finding } from './finding.ts';

/** What an answer is written from. */
export interface WritingTask {
  readonly question: Question;
  readonly query: StandaloneQuery;
  readonly finding: Finding;
  /** What of the conversation the question may go on from. */
  readonly conversation: Conversation;
  /** The question's, ISO 639-1; null when unknown. */
  readonly language: string | null;
  /** Of every call that the question costs. */
  readonly meter: UsageMeter;
  readonly signal: AbortSignal;
}

/** An answer whose text was sent, but for the events that close it. */
export interface WrittenAnswer {
  readonly text: string;
  readonly sources: readonly Source[];
  readonly statements: readonly AnswerStatement[];
  readonly grounding: { readonly verdict: Grounded; readonly score: number };
  readonly isSynthesized: boolean;
  /** ISO 639-1; null when unknown. */
  readonly language: string | null;
  /** As `meta.model` tells it. */
  readonly model: string;
  /** It was written for an equal question. */
  readonly isReused?: true;
}

/** Nothing may be stated. */
export interface NothingWritten {
  /** Which events were sent nevertheless: the sources alone, or text that `done` will replace. */
  readonly sent: 'nothing' | 'sources' | 'text';
  readonly model: string;
}

/** What stands between a question and its answer: the built-in way, or a language model's. */
export interface Composer {
  /**
   * Makes a question stand alone.
   *
   * @param context.languages That the question may be in.
   * @param context.idf Of a term in the corpus.
   * @throws The signal's reason.
   */
  standalone(
    question: string,
    conversation: Conversation,
    context: {
      languages: readonly string[];
      idf: (term: string) => number;
      meter: UsageMeter;
      signal: AbortSignal;
    },
  ): Promise<StandaloneQuery>;
  /**
   * Writes an answer from what was found: sends `sources` once and then the text in `token` parts.
   *
   * @throws {RefusedError} When what writes is out of order and nothing stands in for it.
   */
  write(task: WritingTask): Writing;
  /** Is told that a turn was added to a conversation; returns at once. */
  remembered?(key: ConversationKey): void;
}

type Written = WrittenAnswer | NothingWritten;
type Writing = AsyncGenerator<AnswerEvent, Written> | Generator<AnswerEvent, Written>;
