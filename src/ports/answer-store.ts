/**
 * What was answered: for feedback to refer to, and for figures about answers. It is tied to requests, never to who asked.
 * A write outlives a killed process; a power cut may take the last ones. Times are milliseconds since the epoch, hours are
 * counted since the epoch.
 */
export interface AnswerStore extends AsyncDisposable {
  add(answers: readonly AnsweredQuestion[]): Promise<void>;
  /** What was answered last under a correlation id; undefined when it is unknown, or its text is forgotten. */
  find(correlationId: string): Promise<AnsweredText | undefined>;
  /** Forgets some of what is older than that or too much; to be called now and then. */
  forget(olderThan: { texts: number; answers: number; figures: number }): Promise<void>;
  /** Figures of the answers since an hour, in buckets of so many hours; buckets without answers are left out. */
  figures(of: { fromHour: number; hoursEach: number }): Promise<AnswerFigures>;
  /** Questions since `from` whose last answer was a refusal: the most often refused first, then the latest. */
  gaps(from: number, page: { limit: number; before?: GapPlace }): Promise<GapPage>;
  /** Newest first. */
  answers(filter: AnswerFilter, page: { limit: number; before?: number }): Promise<AnswerPage>;
  /** The last one under a correlation id, also without its text. */
  answer(correlationId: string): Promise<AnswerRecord | undefined>;
  ping(signal: AbortSignal): Promise<void>;
}

export interface AnsweredText {
  /** As it was asked. */
  readonly question: string;
  /** The key of the question as it means something by itself; equal for questions that are the same. */
  readonly questionKey: string;
  readonly answer: string;
  readonly at: number;
}

export interface AnsweredQuestion extends AnsweredText, AnswerMeasures {
  readonly correlationId: string;
  /** The question as it means something by itself, where that is not as it was asked. */
  readonly standalone: string | null;
  /** Class of `totalMs`, which hours are counted by. */
  readonly latencyClass: number;
}

interface AnswerMeasures {
  readonly refused: boolean;
  readonly grounded: 'supported' | 'partial' | 'unsupported' | null;
  readonly groundedScore: number | null;
  /** Probability that the best passage answers, 0–1. */
  readonly bestScore: number;
  readonly mode: string;
  readonly model: string;
  readonly usage: { readonly promptTokens: number; readonly completionTokens: number } | null;
  readonly retrieveMs: number;
  readonly generateMs: number;
  readonly totalMs: number;
}

export interface AnswerFigures {
  readonly buckets: readonly (AnswerCounts & { readonly bucket: number })[];
  /** How many answers fell into each class of latency, by bucket and ascending class. */
  readonly latencies: readonly {
    readonly bucket: number;
    readonly latencyClass: number;
    readonly answers: number;
  }[];
  /** What models used in each bucket. */
  readonly usage: readonly {
    readonly bucket: number;
    readonly model: string;
    readonly promptTokens: number;
    readonly completionTokens: number;
  }[];
  /** Over all buckets, the most used first. */
  readonly models: readonly (AnswerCounts & {
    readonly model: string;
    readonly promptTokens: number;
    readonly completionTokens: number;
  })[];
}

export interface AnswerCounts {
  readonly answers: number;
  readonly refused: number;
  readonly supported: number;
  readonly partial: number;
  readonly unsupported: number;
}

export interface GapPlace {
  readonly asked: number;
  readonly last: number;
}

export interface GapPage {
  readonly gaps: readonly {
    /** The last time that it was asked. */
    readonly question: string;
    readonly correlationId: string;
    readonly lastAskedAt: number;
    /** How often it was refused. */
    readonly asked: number;
    readonly bestScore: number;
  }[];
  /** Pass as `before` for the next page; undefined at the end. */
  readonly next: GapPlace | undefined;
  /** Over all pages. */
  readonly total: number;
}

export interface AnswerFilter {
  readonly refused?: boolean;
  readonly grounded?: 'supported' | 'partial' | 'unsupported';
  readonly model?: string;
  /** Of this time on, and before that. */
  readonly from?: number;
  readonly to?: number;
}

export interface AnswerRecord extends AnswerMeasures {
  readonly sequence: number;
  readonly correlationId: string;
  readonly at: number;
  /** Null once it is forgotten, as is the answer's text. */
  readonly question: string | null;
  readonly answer: string | null;
}

export interface AnswerPage {
  readonly answers: readonly AnswerRecord[];
  /** Pass as `before` for the next page; undefined at the end. */
  readonly nextBefore: number | undefined;
}
