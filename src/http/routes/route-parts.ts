import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { AnswerQuota } from '../../access/answer-quota.ts';
import type { ApiKeys } from '../../access/api-keys.ts';
import type { AuditLog } from '../../access/audit-log.ts';
import type { AccessSettings } from '../../access/permissions.ts';
import type { SeenUseCases } from '../../access/seen-use-cases.ts';
import type { ChatMode } from '../../answering/answer.ts';
import type { ConversationCaller } from '../../answering/read/conversation-key.ts';
import type { Memory } from '../../answering/read/memory.ts';
import type { SharedConversations } from '../../answering/shared-conversations.ts';
import type { AnswerQuality } from '../../curation/answer-quality.ts';
import type { Feedback } from '../../curation/feedback.ts';
import type { CorpusSummary } from '../../ingestion/documents/corpus-summary.ts';
import type { EmbedTexts } from '../../ingestion/embedding/embed-texts.ts';
import type { Reindex } from '../../ingestion/maintenance/reindex.ts';
import type { Sources } from '../../ingestion/sources/sources.ts';
import type { Said } from '../../kernel/said.ts';
import type { Logger } from '../../ports/logger.ts';
import type { OriginalStore } from '../../ports/original-store.ts';
import type { Admission } from '../admission/admission.ts';
import type { Idempotency } from '../idempotency.ts';
import type { UploadPace } from '../input/upload-pace.ts';
import type { ProblemReply } from '../problems/problem.ts';
import type { SendStream } from '../sse.ts';
import type { ConversationCopy } from './shared-conversations.ts';

/** The use-cases behind the API in which no document is seen but by callers who see them all. */
export interface UseCases {
  readonly embedTexts: EmbedTexts;
  readonly sharedConversations: SharedConversations<ConversationCopy>;
  readonly memory: Pick<Memory, 'forget'>;
  readonly originals: Pick<OriginalStore, 'receive'>;
  readonly corpusSummary: () => Promise<CorpusSummary>;
  readonly reindex: Reindex;
  readonly sources: Sources;
  readonly feedback: Feedback;
  readonly answerQuality: AnswerQuality;
  readonly keys: ApiKeys;
  readonly answerQuota: AnswerQuota;
  readonly auditLog: Pick<AuditLog, 'list'>;
  /** Returns a random UUID of version 4. */
  readonly newUuid: () => string;
  readonly version: string;
  readonly shownSettings: readonly ShownSetting[];
  /** Calls a model once, now. */
  readonly checkModel: (kind: ModelKind, signal: AbortSignal) => Promise<ModelCheck>;
}

export const MODEL_KINDS = ['language', 'embedding'] as const;
export type ModelKind = (typeof MODEL_KINDS)[number];

/** How a call of a model went. */
export interface ModelCheck {
  /** Its id; null when it failed, or there is none. */
  readonly model: string | null;
  /** Of an embedding model. */
  readonly dimensions: number | null;
  /** Null when it did not fail. */
  readonly error: string | null;
  /** What to look at when it failed. */
  readonly settings: string;
}

/** A setting in displayable form. */
export interface ShownSetting {
  readonly name: string;
  /** As written in the environment; secrets masked. */
  readonly value: string;
  readonly fallback: string;
  readonly explains: string;
  readonly takes: Said;
}

/** What a question does not say itself. */
export interface QuestionDefaults {
  readonly chatMode: ChatMode;
  readonly topK: number;
  readonly scoreThreshold: number;
  readonly questionTimeoutMs: number;
  readonly anonymousMemory: ConversationCaller['anonymousMemory'];
}

/** Where routes are added. */
export type Scope = Parameters<FastifyPluginAsyncZod>[0];

/** All that the routes of the API need. */
export interface RouteParts extends UseCases {
  /** The other use-cases, with the documents that the caller sees. */
  readonly seenBy: (request: Pick<FastifyRequest, 'caller'>) => SeenUseCases;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly settings: QuestionDefaults &
    UploadPace &
    AccessSettings & { readonly corsOrigins: readonly string[] };
  readonly logger: Logger;
  readonly fileBytesMax: number;
  /** The address that a request came from. */
  readonly clientOf: (request: FastifyRequest) => string;
  /** Why a request may not do what has this rule; undefined when it may. */
  readonly refusalOf: Admission['refusalOf'];
  /** What an error is to the client; internal errors are logged. */
  readonly problemOf: (error: unknown, request: FastifyRequest) => ProblemReply;
  readonly idempotency: Idempotency;
  readonly sendStream: SendStream;
}
