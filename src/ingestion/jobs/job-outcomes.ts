import { RefusedError } from '../../errors.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { IngestJob, JobOutcome } from '../../ports/ingest-jobs.ts';

/** Writes how jobs end, and keeps outcomes that a full disk delays: it must not cost an attempt. */
export interface JobOutcomes {
  /**
   * @returns Whether the job still held its lease.
   * @throws When the outcome cannot be written; for lack of room, `writeKept` writes it later.
   */
  write(job: IngestJob, outcome: JobOutcome): Promise<boolean>;
  /**
   * To be awaited before each claim, which could otherwise take a kept job whose lease has ended, and count an attempt.
   *
   * @throws {RefusedError} `disk_full` while there is still no room.
   */
  writeKept(): Promise<void>;
}

/**
 * @param parts.onFailed Awaited after each ingest that has failed for good.
 * @param parts.onLate Called with each kept outcome once it is written.
 */
export function createJobOutcomes(parts: {
  documentStore: Pick<DocumentStore, 'finish'>;
  onFailed: (docId: string) => Promise<void>;
  onLate: (job: IngestJob, outcome: JobOutcome) => void;
}): JobOutcomes {
  const { documentStore, onFailed, onLate } = parts;
  /** At most one for each worker, as none claims a job before this is empty. */
  const kept = new Map<IngestJob, JobOutcome>();

  async function write(job: IngestJob, outcome: JobOutcome): Promise<boolean> {
    try {
      const isOurs = await documentStore.finish(job, outcome);
      kept.delete(job);
      if (isOurs && outcome.status === 'failed') await onFailed(job.docId);
      return isOurs;
    } catch (error) {
      if (error instanceof RefusedError && error.refusal.code === 'disk_full') kept.set(job, outcome);
      else kept.delete(job);
      throw error;
    }
  }

  return {
    write,
    async writeKept() {
      for (const [job, outcome] of [...kept]) if (await write(job, outcome)) onLate(job, outcome);
    },
  };
}
