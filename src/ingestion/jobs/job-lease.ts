import type { IngestStage } from '../../ports/document.ts';
import type { DocumentStore, IngestJob } from '../../ports/document-store.ts';
import type { Logger } from '../../ports/logger.ts';

/** How long a claimed job is its worker's without a sign of life. */
export const LEASE_MS = 30_000;

/** The lease is extended at least this often; several beats may fail before it ends. */
const HEARTBEAT_MS = 5_000;

/** Progress is written at most this often, and not at all for a document that is done sooner. */
const PROGRESS_MS = 500;

/** Keeps a claimed job's lease until disposed of, and writes the job's progress along with it. */
export interface JobLease extends Disposable {
  report(stage: IngestStage, progress: number): void;
}

/**
 * @param parts.onLost Called once, when a newer version or a deletion has taken the job away.
 * @param parts.onWritten Called when the progress can be read.
 */
export function keepLease(
  job: IngestJob,
  parts: {
    documentStore: DocumentStore;
    logger: Logger;
    now: () => number;
    onLost: () => void;
    onWritten: () => void;
  },
): JobLease {
  let latest: { stage: IngestStage; progress: number } | undefined;
  let written: typeof latest;
  let writtenAt = parts.now();
  let isBeating = false;

  async function beat() {
    const isDue = latest !== written || parts.now() - writtenAt >= HEARTBEAT_MS;
    if (isBeating || !latest || !isDue) return;
    isBeating = true;
    try {
      const beaten = latest;
      const isOurs = await parts.documentStore.heartbeat(job, {
        ...beaten,
        now: parts.now(),
        leaseMs: LEASE_MS,
      });
      written = beaten;
      writtenAt = parts.now();
      if (isOurs) parts.onWritten();
      else {
        clearInterval(timer);
        parts.onLost();
      }
    } catch (error) {
      parts.logger.warn('The progress of an ingest could not be written', {
        doc_id: job.docId,
        error: error as Error,
      });
    } finally {
      isBeating = false;
    }
  }

  const timer = setInterval(beat, PROGRESS_MS);
  return {
    report: (stage, progress) => {
      latest = { stage, progress };
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
