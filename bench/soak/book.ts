/** What the server has acknowledged to visitors. */
import type { Content } from './contents.ts';

/** Deleted documents that are remembered. */
const GONE_MAX = 200;
const CORRELATION_IDS_MAX = 200;

export interface KnownDocument {
  readonly docId: string;
  content: Content;
  tags: readonly string[];
  /** A broken file came last. */
  isBroken: boolean;
}

export interface Pair {
  readonly docIds: readonly [string, string];
  readonly towns: readonly [string, string];
}

export function createBook(random: () => number) {
  const documents = new Map<string, KnownDocument>();
  /** Somebody is changing these, so that two never change one at the same time. */
  const busy = new Set<string>();
  const gone: string[] = [];
  const correlationIds: string[] = [];

  return {
    documents,
    /** The last that were deleted. */
    gone: gone as readonly string[],
    /** Ids under which no whole file was ever sent. */
    neverSent: new Set<string>(),
    pairs: [] as Pair[],
    /** Documents that approved answers have become. */
    answerDocIds: new Set<string>(),
    feedbackIds: new Set<string>(),
    /** The last decision on an entry. */
    decisions: new Map<string, 'approved' | 'rejected'>(),
    /** Of the last answers. */
    correlationIds: correlationIds as readonly string[],
    nextId: createIds(),

    any: () => drawn([...documents.values()], random),

    /** Runs `change` on a document that nobody else changes meanwhile. */
    async alone(docId: string, change: () => Promise<void>): Promise<void> {
      if (busy.has(docId)) return;
      busy.add(docId);
      try {
        await change();
      } finally {
        busy.delete(docId);
      }
    },

    removed(docId: string): void {
      documents.delete(docId);
      gone.push(docId);
      if (gone.length > GONE_MAX) gone.shift();
    },

    answered(correlationId: string): void {
      correlationIds.push(correlationId);
      if (correlationIds.length > CORRELATION_IDS_MAX) correlationIds.shift();
    },
  };
}

export type Book = ReturnType<typeof createBook>;

export function drawn<T>(items: readonly T[], random: () => number): T | undefined {
  return items[Math.floor(random() * items.length)];
}

function createIds(): () => string {
  let ids = 0;
  return () => `soak-${++ids}`;
}
