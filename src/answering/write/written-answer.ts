import type { AnswerStatement } from '../../ports/given-answer.ts';
import type { ParsedQuestion } from '../../question/parsed-question.ts';
import type { AnswerEvent, Question, RelatedSource, Source } from '../answer.ts';
import type { Grounding } from '../check/grounding.ts';
import type { Conversation } from '../conversation.ts';
import type { Openings } from '../find/document-openings.ts';
import type { ExpandQuestion } from '../find/expand-question.ts';
import type { Finding } from '../judge/finding.ts';
import type { UsageMeter } from '../model/completion.ts';

/** The inputs for writing an answer. */
export interface WritingTask {
  readonly question: Question;
  readonly query: ParsedQuestion;
  readonly finding: Finding;
  /** How the documents begin that the question asks about. */
  readonly openings: Openings | undefined;
  /** The part of the conversation that the question may continue. */
  readonly conversation: Conversation;
  /** Language of the question, ISO 639-1; null when unknown. */
  readonly language: string | null;
  /** Usage of all model calls for the question. */
  readonly meter: UsageMeter;
  /** Milliseconds that the question has taken so far. */
  readonly elapsedMs: number;
  readonly signal: AbortSignal;
}

/** An answer whose text was sent; only the closing events are missing. */
export interface WrittenAnswer {
  readonly text: string;
  readonly sources: readonly Source[];
  readonly related: readonly RelatedSource[];
  readonly statements: readonly AnswerStatement[];
  /** The sentences of a quoted answer that answer. */
  readonly gist?: string;
  readonly grounding: Grounding;
  readonly isSynthesized: boolean;
  /** ISO 639-1; null when unknown. */
  readonly language: string | null;
  /** As shown in `meta.model`. */
  readonly model: string;
  /** Taken from the cache: it was written for an equal question. */
  readonly isReused?: true;
  /** Its end is missing, as the language model was cut off at its length limit. */
  readonly isTruncated?: true;
  /** Quoted, as the language model failed. */
  readonly isFallback?: true;
}

/** No answer may be given. */
export interface NothingWritten {
  /** Events already sent: the sources alone, or text that `done` will replace. */
  readonly sent: 'nothing' | 'sources' | 'text';
  readonly model: string;
  /** The language model failed, and no passage can be quoted instead. */
  readonly isFallback?: true;
  /** A text was asked for that quoting cannot make. */
  readonly isUnwritable?: true;
}

export function isNothing(written: WrittenAnswer | NothingWritten): written is NothingWritten {
  return 'sent' in written;
}

/** Rewrites questions and writes answers with a language model. */
export interface Composer {
  /** Words a question for a search. */
  readonly expand: ExpandQuestion;
  /** Whether a first question is worded always, never, or where its own words do not surely find the answer. */
  readonly expansion: 'auto' | 'always' | 'off';
  /**
   * Writes an answer from the finding: sends `sources` once, then the text as `token` events.
   *
   * @throws {RefusedError} When the model fails and there is no fallback.
   */
  write(task: WritingTask): Writing;
}

type Written = WrittenAnswer | NothingWritten;
type Writing = AsyncGenerator<AnswerEvent, Written> | Generator<AnswerEvent, Written>;
