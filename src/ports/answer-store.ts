import type { GivenAnswer, Grounded } from './given-answer.ts';

/**
 * Records of answers, for feedback to refer to and for statistics. They are tied to requests, never to users. A write
 * survives a killed process; a power cut may lose the last ones. Times are milliseconds since the epoch, hours are
 * counted since the epoch.
 */
export interface AnswerStore extends AsyncDisposable {
  add(answers: readonly AnsweredQuestion[]): Promise<void>;
  /** The last answer under a correlation id; undefined when the id is unknown or the text was deleted. */
  find(correlationId: string): Promise<AnsweredText | undefined>;
  /** Deletes some of what is older than these times or beyond the size limits; call it now and then. */
  forget(olderThan: { texts: number; answers: number; figures: number }): Promise<void>;
  /** Statistics on the answers from `fromHour` on, in buckets of `hoursEach` hours; empty buckets are left out. */
  figures(of: { fromHour: number; hoursEach: number }): Promise<AnswerFigures>;
  /** Questions since `from` whose last answer was a refusal: the most often refused first, then the latest. */
  gaps(from: number, page: { limit: number; before?: GapPlace | undefined }): Promise<GapPage>;
  /** Newest first. */
  answers(filter: AnswerFilter, page: { limit: number; before?: number }): Promise<AnswerPage>;
  /** The last answer under a correlation id, even when its text was deleted. */
  answer(correlationId: string): Promise<AnswerRecord | undefined>;
  ping(signal: AbortSignal): Promise<void>;
}

export interface AnsweredText {
  /** As it was asked. */
  readonly question: string;
  /** Key of the standalone question; the same for equal questions. */
  readonly questionKey: string;
  readonly answer: string;
  readonly at: number;
}

export interface AnsweredQuestion extends AnsweredText, AnswerMeasures {
  readonly correlationId: string;
  /** The standalone question; null when it is the question as asked. */
  readonly standalone: string | null;
  /** Latency class of the total time, for the hourly counts. */
  readonly latencyClass: number;
}

type AnswerMeasures = Pick<
  GivenAnswer,
  'refused' | 'grounded' | 'groundedScore' | 'bestScore' | 'mode' | 'model' | 'usage' | 'timingsMs'
>;

export interface AnswerFigures {
  readonly buckets: readonly (AnswerCounts & { readonly bucket: number })[];
  /** Number of answers in each latency class, by bucket and ascending class. */
  readonly latencies: readonly {
    readonly bucket: number;
    readonly latencyClass: number;
    readonly answers: number;
  }[];
  /** Tokens that each model used, by bucket. */
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
  /** Answers that only quote, which are in none of the following counts: the words of a quotation are in its source. */
  readonly quoted: number;
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
    /** As it was last asked, made to stand alone. */
    readonly question: string;
    readonly asAsked: string;
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
  readonly grounded?: Grounded;
  /** Whether it only quotes. */
  readonly quoted?: boolean;
  readonly model?: string;
  /** From this time on, and before `to`. */
  readonly from?: number;
  readonly to?: number;
}

export interface AnswerRecord extends AnswerMeasures {
  readonly sequence: number;
  readonly correlationId: string;
  readonly at: number;
  /** Null once it was deleted, as is the answer's text. */
  readonly question: string | null;
  readonly answer: string | null;
}

export interface AnswerPage {
  readonly answers: readonly AnswerRecord[];
  /** Pass as `before` for the next page; undefined at the end. */
  readonly nextBefore: number | undefined;
}
