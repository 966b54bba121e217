import type { IngestStage } from '../../ports/document.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { IngestJob } from '../../ports/ingest-jobs.ts';
import type { Logger } from '../../ports/logger.ts';
import { warned } from '../warned.ts';

/** How long a claimed job belongs to its worker without a heartbeat. */
export const LEASE_MS = 30_000;

/** The lease is extended at least this often; it survives several missed heartbeats. */
const HEARTBEAT_MS = 5_000;

/** Shortest interval between progress writes; quicker documents write none. */
const PROGRESS_MS = 500;

/**
 * Keeps a claimed job's lease until disposed of, and writes the job's progress with it. The lease is kept from the
 * start, even while the work does not report: a document may wait long for an identical one before it begins. An expired
 * lease would give the job to a second worker and count an attempt.
 *
 * @param parts.onLost Called once, when a newer version or a deletion has superseded the job.
 * @param parts.onWritten Called when the progress can be read.
 */
export function keepLease(
  job: IngestJob,
  parts: {
    documentStore: Pick<DocumentStore, 'heartbeat'>;
    logger: Logger;
    now: () => number;
    onLost: () => void;
    onWritten: () => void;
  },
) {
  // As written by the claim.
  let latest: { stage: IngestStage; progress: number } = {
    stage: job.original ? 'parsing' : 'downloading',
    progress: 0,
  };
  let written = latest;
  let writtenAt = parts.now();
  let isSending = false;

  async function sendHeartbeat() {
    const isDue = latest !== written || parts.now() - writtenAt >= HEARTBEAT_MS;
    if (isSending || !isDue) return;
    isSending = true;
    try {
      const sent = latest;
      const beat = { ...sent, now: parts.now(), leaseMs: LEASE_MS };
      const isOurs = await parts.documentStore.heartbeat(job, beat);
      written = sent;
      writtenAt = parts.now();
      if (isOurs) parts.onWritten();
      else {
        clearInterval(timer);
        parts.onLost();
      }
    } finally {
      isSending = false;
    }
  }

  const failed = warned(parts.logger, 'Cannot store the progress of an ingest', { doc_id: job.docId });
  const timer = setInterval(() => sendHeartbeat().catch(failed), PROGRESS_MS);
  return {
    /** @param progress Share of the ingest that is done, 0–1. */
    report: (stage: IngestStage, progress: number) => {
      latest = { stage, progress };
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
